package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.delay.redisson.Receipt.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages. Each script call is for one shard and topic; sends that come while one is under way wait for its
 * answer and then share the next, which is much cheaper than a call each.
 */
final class SendBatcher {

    /** A longer script would hold up everybody else's calls. */
    private static final int MESSAGES_OF_CALL = 200;

    private static final int CHARACTERS_OF_CALL = 2 * 1024 * 1024;

    private static final Duration BEFORE_REPEATING = Duration.ofMillis(100);

    /** A send ends after this, whatever waits before it: two calls of {@link ScriptRunner} that have no answer. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    /** What the sends of one script call have in common. */
    private record Lane(int epoch, int shard, String topic, boolean isNew, boolean onlyIfPresent) {}

    private final Replicas replicas;
    private final ShardLayout layouts;
    private final Keys keys;
    private final String channel;
    private final QueueTimer timer;
    private final CallTimeouts patience;
    private final WaitingSends held = new WaitingSends();
    private final Runnable redisWasAway;
    private final Duration longest;

    /** The sends that wait, for each lane that has a call under way. */
    private final ConcurrentMap<Lane, Queue<PendingSend>> waiting = new ConcurrentHashMap<>();

    /**
     * Stores nothing before it is told to.
     *
     * @param redisWasAway told when Redis failed a call, or seems to have forgotten something
     * @param longest after this a send ends, whatever waits before it
     */
    SendBatcher(
            Replicas replicas,
            ShardLayout layouts,
            Keys keys,
            String channel,
            QueueTimer timer,
            Runnable redisWasAway,
            Duration longest) {
        this.replicas = replicas;
        this.layouts = layouts;
        this.keys = keys;
        this.channel = channel;
        this.timer = timer;
        this.patience = new CallTimeouts(timer);
        this.redisWasAway = redisWasAway;
        this.longest = longest;
    }

    /** Answers each send through its own future; at once where too much waits already. */
    void store(Collection<PendingSend> sends) {
        if (!held.add(sends)) {
            giveUp(sends, RedisFailure.refused("Too many sends wait for Redis already"));
            return;
        }
        long end = System.nanoTime() + longest.toNanos();
        for (PendingSend send : sends) {
            send.endAt(end);
            send.atEnd(() -> held.remove(send));
            patience.limit(send.outcome(), longest, () -> send.expire(longest));
        }
        begin(sends, layouts.current());
    }

    private void begin(Collection<PendingSend> sends, CompletableFuture<ShardMap> known) {
        var unused = known.whenComplete((layout, thrown) -> {
            if (thrown != null) {
                giveUp(sends, RedisFailure.of(thrown).ofWhatCameBefore());
                return;
            }
            try {
                sends.forEach(send -> send.beginAt(layout));
                enqueue(sends, layout.epoch());
            } catch (Throwable e) {
                giveUp(sends, e);
            }
        });
    }

    private void enqueue(Collection<PendingSend> sends, int epoch) {
        byLane(sends, epoch).forEach((lane, own) -> {
            if (append(lane, own)) {
                callNext(lane);
            }
        });
    }

    private static Map<Lane, List<PendingSend>> byLane(Collection<PendingSend> sends, int epoch) {
        Map<Lane, List<PendingSend>> byLane = new LinkedHashMap<>();
        for (PendingSend send : sends) {
            Lane lane = new Lane(epoch, send.shard(), send.send().topic(), send.isNew(), send.onlyIfPresent());
            byLane.computeIfAbsent(lane, none -> new ArrayList<>()).add(send);
        }
        return byLane;
    }

    /** Answers whether the lane has no call under way, and is to be called. */
    private boolean append(Lane lane, List<PendingSend> sends) {
        Queue<PendingSend> own = new ArrayDeque<>(sends);
        Queue<PendingSend> shared = waiting.merge(lane, own, (queue, more) -> {
            queue.addAll(more);
            return queue;
        });
        return shared == own;
    }

    /** Calls until an answer is to be waited for; in a loop, since thousands of calls may fail at once. */
    private void callNext(Lane lane) {
        List<PendingSend> batch = List.of();
        try {
            for (batch = next(lane); !batch.isEmpty(); batch = next(lane)) {
                List<PendingSend> called = batch;
                CompletableFuture<List<Object>> call = call(lane, called);
                if (!call.isDone()) {
                    var unused = call.whenComplete(
                            (answer, thrown) -> ended(lane, called, answer, thrown, () -> callNext(lane)));
                    return;
                }
                var unused = call.whenComplete((answer, thrown) -> ended(lane, called, answer, thrown, () -> {}));
            }
        } catch (Throwable e) {
            // Whoever comes later would wait for an answer that nobody waits for.
            Queue<PendingSend> left = waiting.remove(lane);
            giveUp(batch, e);
            giveUp(left == null ? List.of() : left, RedisFailure.of(e).ofWhatCameBefore());
        }
    }

    private List<PendingSend> next(Lane lane) {
        List<PendingSend> batch = new ArrayList<>();
        waiting.computeIfPresent(lane, (same, queue) -> {
            take(queue, batch);
            return batch.isEmpty() ? null : queue;
        });
        return batch;
    }

    /**
     * Moves what one call takes, and drops what waited for too long. Ids differ, so that two sends of one id are applied in
     * their order.
     */
    private void take(Queue<PendingSend> queue, List<PendingSend> batch) {
        Set<String> ids = new HashSet<>();
        int characters = 0;
        for (PendingSend next = queue.peek(); next != null; next = queue.peek()) {
            characters += next.send().stored().length();
            boolean full = batch.size() == MESSAGES_OF_CALL || (!batch.isEmpty() && characters > CHARACTERS_OF_CALL);
            if (full || ids.contains(next.send().id())) {
                return;
            }
            if (next.call(replicas.time())) {
                ids.add(next.send().id());
                batch.add(next);
            }
            queue.remove();
        }
    }

    private CompletableFuture<List<Object>> call(Lane lane, List<PendingSend> batch) {
        try {
            return lane.isNew() ? callNew(lane, batch) : callAny(lane, batch);
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<List<Object>> callNew(Lane lane, List<PendingSend> batch) {
        int shard = lane.shard();
        List<Object> redisKeys = List.of(
                keys.wake(shard),
                keys.due(shard, lane.topic()),
                keys.body(shard, lane.topic()),
                keys.meta(shard),
                keys.paused(shard));
        List<Object> args = new ArrayList<>(4 + batch.size() * 4);
        args.addAll(List.of(lane.epoch(), lane.topic(), channel, shard));
        for (PendingSend pending : batch) {
            Send send = pending.send();
            args.addAll(List.of(send.id(), send.when(), send.priority(), send.stored()));
        }
        return replicas.scheduleNew(shard, end(batch), redisKeys, args.toArray());
    }

    private CompletableFuture<List<Object>> callAny(Lane lane, List<PendingSend> batch) {
        int shard = lane.shard();
        String topic = lane.topic();
        List<Object> redisKeys = List.of(
                keys.wake(shard),
                keys.due(shard, topic),
                keys.leased(shard, topic),
                keys.held(shard, topic),
                keys.body(shard, topic),
                keys.meta(shard),
                keys.paused(shard));
        List<Object> args = new ArrayList<>(5 + batch.size() * 5);
        args.addAll(List.of(lane.epoch(), topic, channel, shard, lane.onlyIfPresent() ? 1 : 0));
        for (PendingSend pending : batch) {
            Send send = pending.send();
            args.addAll(List.of(send.id(), send.when(), send.priority(), pending.policy(), send.stored()));
        }
        return replicas.schedule(shard, end(batch), redisKeys, args.toArray());
    }

    /** Whoever ends first is told that no call can store it any more. */
    private static long end(List<PendingSend> batch) {
        long now = System.nanoTime();
        return now + batch.stream().mapToLong(send -> send.end() - now).min().orElse(0);
    }

    /**
     * Tells first: threads that wait send again at once, some of them, and share the next call. What else hangs on a receipt
     * runs on another thread.
     *
     * @param callNext makes the next call of the lane
     */
    private void ended(
            Lane lane, List<PendingSend> called, List<Object> answer, @Nullable Throwable thrown, Runnable callNext) {
        try {
            if (thrown != null) {
                failed(called, RedisFailure.of(thrown));
            } else {
                answered(lane, called, answer);
            }
        } catch (Throwable e) {
            // Nobody may wait for ever. The answer is not one that this version knows, or no memory is left.
            giveUp(called, e);
        } finally {
            callNext.run();
        }
    }

    /** Those that have been told something keep it. */
    private static void giveUp(Collection<PendingSend> sends, Throwable thrown) {
        sends.forEach(send -> send.failed(RedisFailure.of(thrown)));
    }

    /** What has to go elsewhere is there before a later send of the same id can be called. */
    private void answered(Lane lane, List<PendingSend> batch, List<Object> answer) {
        if (answer.get(0).equals(ShardLayout.Stale.ANSWER)) {
            stale(lane, batch);
            return;
        }
        int confirmed = replicas.confirmed(answer);
        List<PendingSend> elsewhere = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            PendingSend send = batch.get(i);
            String outcome = (String) answer.get(2 + i * 2);
            switch (outcome) {
                case "ABSENT" -> {
                    send.nextHome();
                    elsewhere.add(send);
                }
                case "DUPLICATE" -> send.duplicate();
                default -> {
                    if (confirmed < replicas.wanted()) {
                        send.notReplicated(confirmed, replicas.wanted());
                    } else {
                        send.accepted(Outcome.valueOf(outcome), Instant.ofEpochMilli((Long) answer.get(3 + i * 2)));
                    }
                }
            }
        }
        enqueue(elsewhere, lane.epoch());
    }

    private void stale(Lane lane, List<PendingSend> batch) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        List<PendingSend> over = new ArrayList<>();
        batch.forEach(send -> (send.mayReload() ? again : over).add(send));
        if (!again.isEmpty()) {
            begin(again, layouts.reloadAfter(lane.epoch()));
        }
        giveUp(over, new ShardLayout.Stale());
    }

    private void failed(List<PendingSend> batch, RedisFailure failure) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        List<PendingSend> over = new ArrayList<>();
        batch.forEach(send -> (!failure.surelyNothingDone() && send.mayRepeat() ? again : over).add(send));
        if (!again.isEmpty()) {
            timer.schedule(BEFORE_REPEATING, () -> begin(again, layouts.current()));
        }
        giveUp(over, failure);
    }
}
