package org.delay.redisson.redis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.Receipt.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages. Each script call is for one shard and topic; sends that come while calls are under way wait for an
 * answer and then share the next call, which is much cheaper than a call each.
 */
final class Scheduling {

    private static final Executor BEFORE_REPEATING = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    /** What the sends of one script call have in common. */
    private record Lane(int epoch, int shard, String topic, boolean onlyIfPresent) {}

    private final Replicas replicas;
    private final ShardLayout layouts;
    private final Keys keys;
    private final String channel;
    private final Runnable redisWasAway;

    /** Of each lane that has a call under way; used while the map holds the lane's lock only. */
    private final ConcurrentMap<Lane, LaneQueue> queues = new ConcurrentHashMap<>();

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
            Lane lane = new Lane(epoch, send.shard(), send.send().topic(), send.onlyIfPresent());
            byLane.computeIfAbsent(lane, none -> new ArrayList<>()).add(send);
        }
        byLane.forEach(this::enqueue);
    }

    private void enqueue(Lane lane, List<PendingSend> sends) {
        queues.compute(lane, (same, known) -> {
            LaneQueue queue = known == null ? new LaneQueue() : known;
            queue.add(sends);
            return queue;
        });
        callNext(lane, List.of());
    }

    /** Calls as long as a call may be begun; in a loop, since thousands of calls may fail at once. */
    private void callNext(Lane lane, List<PendingSend> ended) {
        for (List<PendingSend> batch = next(lane, ended); !batch.isEmpty(); ) {
            List<PendingSend> called = batch;
            CompletableFuture<List<Object>> call = call(lane, called);
            if (call.isDone()) {
                var unused = call.whenComplete((answer, thrown) -> settle(lane, called, answer, thrown));
                batch = next(lane, called);
            } else {
                var unused = call.whenComplete((answer, thrown) -> {
                    callNext(lane, called);
                    settle(lane, called, answer, thrown);
                });
                batch = next(lane, List.of());
            }
        }
    }

    private List<PendingSend> next(Lane lane, List<PendingSend> ended) {
        List<PendingSend> batch = new ArrayList<>();
        queues.computeIfPresent(lane, (same, queue) -> {
            queue.end(ended);
            queue.takeInto(batch);
            return queue.isIdle() ? null : queue;
        });
        return batch;
    }

    private CompletableFuture<List<Object>> call(Lane lane, List<PendingSend> batch) {
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
