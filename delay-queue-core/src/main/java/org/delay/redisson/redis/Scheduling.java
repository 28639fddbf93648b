package org.delay.redisson.redis;

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
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.Receipt.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages. Each script call is for one shard and topic; sends that come while one is under way wait for its
 * answer and then share the next, which is much cheaper than a call each.
 */
final class Scheduling {

    /** A longer script would hold up everybody else's calls. */
    private static final int MESSAGES_OF_CALL = 200;

    private static final int CHARACTERS_OF_CALL = 2 * 1024 * 1024;

    private static final Executor BEFORE_REPEATING = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    /** What the sends of one script call have in common. */
    private record Lane(int epoch, int shard, String topic, boolean isNew, boolean onlyIfPresent) {}

    private final Replicas replicas;
    private final ShardLayout layouts;
    private final Keys keys;
    private final String channel;
    private final Runnable redisWasAway;

    /** The sends that wait, for each lane that has a call under way. */
    private final ConcurrentMap<Lane, Queue<PendingSend>> waiting = new ConcurrentHashMap<>();

    /** @param redisWasAway told when Redis failed a call, or seems to have forgotten something */
    Scheduling(Replicas replicas, ShardLayout layouts, Keys keys, String channel, Runnable redisWasAway) {
        this.replicas = replicas;
        this.layouts = layouts;
        this.keys = keys;
        this.channel = channel;
        this.redisWasAway = redisWasAway;
    }

    /** Answers each send through its own future. */
    void store(Collection<PendingSend> sends) {
        begin(sends, layouts.current());
    }

    private void begin(Collection<PendingSend> sends, CompletableFuture<Layout> known) {
        var unused = known.whenComplete((layout, thrown) -> {
            if (thrown != null) {
                sends.forEach(send -> send.failed(RedisFailure.of(thrown).ofWhatCameBefore()));
            } else {
                sends.forEach(send -> send.beginAt(layout));
                enqueue(sends, layout.epoch());
            }
        });
    }

    private void enqueue(Collection<PendingSend> sends, int epoch) {
        Map<Lane, List<PendingSend>> byLane = new LinkedHashMap<>();
        for (PendingSend send : sends) {
            Lane lane = new Lane(epoch, send.shard(), send.send().topic(), send.isNew(), send.onlyIfPresent());
            byLane.computeIfAbsent(lane, none -> new ArrayList<>()).add(send);
        }
        byLane.forEach(this::enqueue);
    }

    private void enqueue(Lane lane, List<PendingSend> sends) {
        Queue<PendingSend> own = new ArrayDeque<>(sends);
        Queue<PendingSend> shared = waiting.merge(lane, own, (queue, more) -> {
            queue.addAll(more);
            return queue;
        });
        if (shared == own) {
            callNext(lane);
        }
    }

    /** Calls until an answer is to be waited for; in a loop, since thousands of calls may fail at once. */
    private void callNext(Lane lane) {
        for (List<PendingSend> batch = next(lane); !batch.isEmpty(); batch = next(lane)) {
            List<PendingSend> called = batch;
            CompletableFuture<List<Object>> call = call(lane, called);
            if (!call.isDone()) {
                var unused = call.whenComplete((answer, thrown) -> {
                    // Threads that wait send again at once, some of them, and share the next call. What else hangs on a
                    // receipt may take its time, or wait for a send of that call.
                    if (called.stream().allMatch(PendingSend::isAwaited)) {
                        settle(lane, called, answer, thrown);
                        callNext(lane);
                    } else {
                        callNext(lane);
                        settle(lane, called, answer, thrown);
                    }
                });
                return;
            }
            var unused = call.whenComplete((answer, thrown) -> settle(lane, called, answer, thrown));
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

    /** Moves what one call takes: ids differ, so that two sends of one id are applied in their order. */
    private static void take(Queue<PendingSend> queue, List<PendingSend> batch) {
        Set<String> ids = new HashSet<>();
        int characters = 0;
        for (PendingSend next = queue.peek(); next != null && batch.size() < MESSAGES_OF_CALL; next = queue.peek()) {
            characters += next.send().stored().length();
            boolean full = !batch.isEmpty() && characters > CHARACTERS_OF_CALL;
            if (full || !ids.add(next.send().id())) {
                return;
            }
            batch.add(queue.remove());
        }
    }

    private CompletableFuture<List<Object>> call(Lane lane, List<PendingSend> batch) {
        return lane.isNew() ? callNew(lane, batch) : callAny(lane, batch);
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
        return replicas.scheduleNew(redisKeys, args.toArray());
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
        return replicas.schedule(redisKeys, args.toArray());
    }

    private void settle(Lane lane, List<PendingSend> batch, List<Object> answer, @Nullable Throwable thrown) {
        try {
            if (thrown != null) {
                failed(batch, RedisFailure.of(thrown));
            } else {
                answered(lane, batch, answer);
            }
        } catch (Throwable e) {
            // Nobody may wait for ever: the answer is not one that this version knows.
            batch.forEach(send -> send.failed(RedisFailure.of(e)));
        }
    }

    private void answered(Lane lane, List<PendingSend> batch, List<Object> answer) {
        if (answer.get(0).equals(ShardLayout.Stale.ANSWER)) {
            stale(lane, batch);
            return;
        }
        int confirmed = replicas.confirmed(answer);
        List<PendingSend> elsewhere = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            PendingSend send = batch.get(i);
            String outcome = (String) answer.get(1 + i * 2);
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
                        send.accepted(Outcome.valueOf(outcome), Instant.ofEpochMilli((Long) answer.get(2 + i * 2)));
                    }
                }
            }
        }
        enqueue(elsewhere, lane.epoch());
    }

    private void stale(Lane lane, List<PendingSend> batch) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        for (PendingSend send : batch) {
            if (send.mayReload()) {
                again.add(send);
            } else {
                send.failed(RedisFailure.of(new ShardLayout.Stale()));
            }
        }
        if (!again.isEmpty()) {
            begin(again, layouts.reloadAfter(lane.epoch()));
        }
    }

    private void failed(List<PendingSend> batch, RedisFailure failure) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        for (PendingSend send : batch) {
            if (!failure.surelyNothingDone() && send.mayRepeat()) {
                again.add(send);
            } else {
                send.failed(failure);
            }
        }
        if (!again.isEmpty()) {
            BEFORE_REPEATING.execute(() -> store(again));
        }
    }
}
