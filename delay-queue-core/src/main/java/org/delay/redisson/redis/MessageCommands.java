package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.DeleteResult;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.RescheduleResult;

/** What is done to single messages and to topics from outside of dispatching. */
final class MessageCommands {

    private static final String NOT_FOUND = "NOT_FOUND";

    /** Longer scripts would hold up everybody else's calls. */
    private static final int DELETIONS_OF_CALL = 200;

    private final ScriptRunner scripts;
    private final TimelyCalls calls;
    private final RedisClocks clocks;
    private final ShardLayout layouts;
    private final Keys keys;
    private final String channel;
    private final MessageQueries listing;

    MessageCommands(
            ScriptRunner scripts,
            TimelyCalls calls,
            RedisClocks clocks,
            ShardLayout layouts,
            Keys keys,
            String channel,
            MessageQueries listing) {
        this.scripts = scripts;
        this.calls = calls;
        this.clocks = clocks;
        this.layouts = layouts;
        this.keys = keys;
        this.channel = channel;
        this.listing = listing;
    }

    CancelResult cancel(String topic, String id) {
        return CancelResult.valueOf(inFirstHome(
                topic,
                id,
                (layout, shard) -> calls.inShard(
                        shard,
                        Script.CANCEL,
                        List.of(
                                keys.wake(shard),
                                keys.due(shard, topic),
                                keys.leased(shard, topic),
                                keys.held(shard, topic),
                                keys.body(shard, topic),
                                keys.meta(shard)),
                        layout.epoch(),
                        topic,
                        id)));
    }

    RescheduleResult reschedule(String topic, String id, Duration delay) {
        return RescheduleResult.valueOf(inFirstHome(
                topic,
                id,
                (layout, shard) -> calls.inShard(
                        shard,
                        Script.RESCHEDULE,
                        List.of(
                                keys.wake(shard),
                                keys.due(shard, topic),
                                keys.leased(shard, topic),
                                keys.held(shard, topic),
                                keys.meta(shard)),
                        layout.epoch(),
                        topic,
                        channel,
                        shard,
                        id,
                        Milliseconds.roundedUp(delay))));
    }

    RedriveResult redrive(String topic, String id) {
        Optional<StoredMessage> found = listing.find(topic, id);
        if (found.isPresent() && found.get().state() != State.DEAD) {
            return RedriveResult.EXISTS;
        }
        return RedriveResult.valueOf(inFirstHome(
                topic,
                id,
                (layout, shard) -> calls.inShard(
                        shard,
                        Script.REDRIVE,
                        List.of(
                                keys.wake(shard),
                                keys.due(shard, topic),
                                keys.leased(shard, topic),
                                keys.held(shard, topic),
                                keys.body(shard, topic),
                                keys.dead(shard, topic),
                                keys.deadBody(shard, topic),
                                keys.meta(shard)),
                        layout.epoch(),
                        topic,
                        channel,
                        shard,
                        id)));
    }

    DeleteResult delete(String topic, String id) {
        return DeleteResult.valueOf(inFirstHome(
                topic,
                id,
                (layout, shard) -> calls.inShard(
                        shard,
                        Script.DELETE,
                        List.of(keys.dead(shard, topic), keys.deadBody(shard, topic), keys.meta(shard)),
                        layout.epoch(),
                        id)));
    }

    int deleteDead(String topic, Duration olderThan) {
        int deleted = 0;
        for (int shard = 0; shard < shards(); shard++) {
            int more;
            do {
                more = Math.toIntExact((Long) ScriptRunner.await(
                                calls.inShard(
                                        shard,
                                        Script.DELETE_DEAD,
                                        List.of(keys.dead(shard, topic), keys.deadBody(shard, topic)),
                                        Milliseconds.roundedUp(olderThan),
                                        DELETIONS_OF_CALL),
                                topic,
                                List.of())
                        .get(2));
                deleted += more;
            } while (more == DELETIONS_OF_CALL);
        }
        return deleted;
    }

    Counts counts(String topic) {
        return inEveryShard(topic, shard -> counts(shard, topic)).stream()
                .map(answer -> new Counts(
                        (Long) answer.get(0), (Long) answer.get(1), (Long) answer.get(2), Duration.ofMillis((Long)
                                answer.get(3))))
                .reduce(new Counts(0, 0, 0, Duration.ZERO), MessageCommands::sum);
    }

    private CompletableFuture<List<Object>> counts(int shard, String topic) {
        long asked = System.nanoTime();
        return scripts.run(
                        Script.COUNTS,
                        List.of(keys.due(shard, topic), keys.leased(shard, topic), keys.dead(shard, topic)),
                        clocks.withoutPuttingBack(shard))
                .thenApply(answer -> {
                    clocks.ofShard(shard).told((Long) answer.get(4), asked, System.nanoTime());
                    return answer;
                });
    }

    void pause(String topic) {
        mark(topic, 1);
    }

    /** The shards first: who dies in between leaves a topic that is said to be paused, not one that is so unsaid. */
    void resume(String topic) {
        repair(List.of(topic), 0);
        mark(topic, 0);
    }

    /** Repeats what another pause or resume has overtaken, so that the shards are left as the last of them wanted. */
    private void mark(String topic, int paused) {
        ScriptRunner.await(
                calls.inService(Script.MARK_PAUSED, List.of(keys.paused()), topic, paused), topic, List.of());
        int told;
        do {
            told = paused().contains(topic) ? 1 : 0;
            repair(List.of(topic), told);
        } while (told != (paused().contains(topic) ? 1 : 0));
    }

    Set<String> paused() {
        return ScriptRunner.await(scripts.run(Script.PAUSED, List.of(keys.paused())), "", List.of()).stream()
                .map(String.class::cast)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Leaves pauses as they are: what it was told of them might be out of date by the time that a shard hears it. */
    void repair(Collection<String> topics) {
        repair(topics, "");
    }

    private void repair(Collection<String> topics, Object paused) {
        int shards = ScriptRunner.await(layouts.reload(), "", List.of()).shards();
        for (String topic : topics) {
            inEveryShard(
                    shards,
                    topic,
                    shard -> calls.inShard(
                            shard,
                            Script.REPAIR,
                            List.of(
                                    keys.wake(shard),
                                    keys.due(shard, topic),
                                    keys.leased(shard, topic),
                                    keys.paused(shard)),
                            topic,
                            channel,
                            shard,
                            paused));
        }
    }

    /** How many shards there are to look at. */
    int shards() {
        return ScriptRunner.await(layouts.reload(), "", List.of()).shards();
    }

    void changeShards(int shards) {
        ScriptRunner.await(layouts.change(shards), "", List.of());
    }

    /** Asks each shard in which the id may be, until one knows it. */
    private String inFirstHome(String topic, String id, HomeCall call) {
        return ScriptRunner.await(
                layouts.call(layout -> inFirstHome(layout, layout.homes(id), call)), topic, List.of(id));
    }

    private static CompletableFuture<String> inFirstHome(ShardMap layout, List<Integer> homes, HomeCall call) {
        return call.in(layout, homes.get(0)).thenCompose(answer -> {
            String outcome = (String) answer.get(0);
            if (outcome.equals(ShardLayout.Stale.ANSWER)) {
                return CompletableFuture.failedFuture(new ShardLayout.Stale());
            }
            return outcome.equals(NOT_FOUND) && homes.size() > 1
                    ? inFirstHome(layout, homes.subList(1, homes.size()), call)
                    : CompletableFuture.completedFuture(outcome);
        });
    }

    private List<List<Object>> inEveryShard(String topic, IntFunction<CompletableFuture<List<Object>>> call) {
        return inEveryShard(
                ScriptRunner.await(layouts.reload(), topic, List.of()).shards(), topic, call);
    }

    private static List<List<Object>> inEveryShard(
            int shards, String topic, IntFunction<CompletableFuture<List<Object>>> call) {
        List<CompletableFuture<List<Object>>> answers =
                IntStream.range(0, shards).mapToObj(call).toList();
        // Whoever is told of a failure may do something else about the topic, so nothing is left under way then.
        CompletableFuture<?> ended = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        return ScriptRunner.await(ended.handle((done, thrown) -> answers), topic, List.of()).stream()
                .map(answer -> ScriptRunner.await(answer, topic, List.of()))
                .toList();
    }

    private static Counts sum(Counts one, Counts other) {
        return new Counts(
                one.due() + other.due(),
                one.leased() + other.leased(),
                one.dead() + other.dead(),
                one.oldestOverdue().compareTo(other.oldestOverdue()) > 0 ? one.oldestOverdue() : other.oldestOverdue());
    }

    /** A call for one of the shards in which an id may be. */
    private interface HomeCall {

        CompletableFuture<List<Object>> in(ShardMap layout, int shard);
    }
}
