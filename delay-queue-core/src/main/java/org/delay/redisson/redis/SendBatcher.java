package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages. Each script call is for one shard and topic. Sends that come while a call is under way wait for its answer
 * and then share the next one, which is much cheaper than a call each.
 */
final class SendBatcher {

    private static final Duration BEFORE_REPEATING = Duration.ofMillis(100);

    /** A send ends after this time, whatever waits before it: two calls of {@link ScriptRunner} that have no answer. */
    static final Duration MAX_DURATION = Duration.ofSeconds(30);

    private final SendCalls calls;
    private final ShardMapLoader shardMaps;
    private final QueueTimer timer;
    private final Runnable redisWasAway;
    private final Duration maxDuration;
    private final CallTimeouts timeouts;
    private final PendingSendLimit limit = new PendingSendLimit();
    private final SendLanes lanes = new SendLanes();

    /**
     * Stores nothing until it is called.
     *
     * @param redisWasAway called when Redis failed a call, or seems to have forgotten something
     * @param maxDuration after this time a send ends, whatever waits before it
     */
    SendBatcher(
            SendCalls calls, ShardMapLoader shardMaps, QueueTimer timer, Runnable redisWasAway, Duration maxDuration) {
        this.calls = calls;
        this.shardMaps = shardMaps;
        this.timer = timer;
        this.redisWasAway = redisWasAway;
        this.maxDuration = maxDuration;
        this.timeouts = new CallTimeouts(timer);
    }

    /**
     * Stores sends that no thread waits for. Completes each of them through its own future; at once if too many of them wait
     * already.
     */
    void storeAside(Collection<PendingSend> sends) {
        if (limit.add(sends)) {
            sends.forEach(send -> send.atEnd(() -> limit.remove(send)));
            store(sends);
        } else {
            giveUp(sends, RedisFailure.refused("Too many sends are already waiting for Redis"));
        }
    }

    /** Stores sends whose caller waits. Completes each of them through its own future. */
    void store(Collection<PendingSend> sends) {
        long end = System.nanoTime() + maxDuration.toNanos();
        for (PendingSend send : sends) {
            send.endAt(end);
            timeouts.limit(send.outcome(), maxDuration, () -> send.expire(maxDuration));
        }
        begin(sends, shardMaps.current());
    }

    private void begin(Collection<PendingSend> sends, CompletableFuture<ShardMap> known) {
        var unused = known.whenComplete((map, thrown) -> {
            if (thrown != null) {
                giveUp(sends, RedisFailure.of(thrown).ofWhatCameBefore());
                return;
            }
            try {
                sends.forEach(send -> send.beginAt(map));
                enqueue(sends, map.epoch());
            } catch (Throwable e) {
                giveUp(sends, e);
            }
        });
    }

    private void enqueue(Collection<PendingSend> sends, int epoch) {
        SendLanes.byLane(sends, epoch).forEach((lane, own) -> {
            if (lanes.append(lane, own)) {
                callNext(lane);
            }
        });
    }

    /** Calls until there is an answer to wait for; in a loop, since thousands of calls may fail at once. */
    private void callNext(SendLane lane) {
        List<PendingSend> batch = List.of();
        try {
            for (batch = next(lane); !batch.isEmpty(); batch = next(lane)) {
                List<PendingSend> called = batch;
                CompletableFuture<List<Object>> call = calls.call(lane, called);
                if (!call.isDone()) {
                    var unused = call.whenComplete(
                            (answer, thrown) -> ended(lane, called, answer, thrown, () -> callNext(lane)));
                    return;
                }
                var unused = call.whenComplete((answer, thrown) -> ended(lane, called, answer, thrown, () -> {}));
            }
        } catch (Throwable e) {
            // Later sends would wait for an answer that never comes.
            Collection<PendingSend> left = lanes.remove(lane);
            giveUp(batch, e);
            giveUp(left, RedisFailure.of(e).ofWhatCameBefore());
        }
    }

    private List<PendingSend> next(SendLane lane) {
        return lanes.next(lane, calls.time());
    }

    /**
     * Completes the sends first: some threads that wait for them send again at once, and share the next call. Other code that
     * depends on a receipt runs on another thread.
     *
     * @param callNext makes the next call of the lane
     */
    private void ended(
            SendLane lane,
            List<PendingSend> called,
            List<Object> answer,
            @Nullable Throwable thrown,
            Runnable callNext) {
        try {
            if (thrown != null) {
                failed(called, RedisFailure.of(thrown));
            } else {
                answered(lane, called, answer);
            }
        } catch (Throwable e) {
            // Every send must end. This version does not know the answer, or no memory is left.
            giveUp(called, e);
        } finally {
            callNext.run();
        }
    }

    /** A send that has ended already keeps its outcome. */
    private static void giveUp(Collection<PendingSend> sends, Throwable thrown) {
        sends.forEach(send -> send.failed(RedisFailure.of(thrown)));
    }

    /** A send that continues in another shard is there before a later send of the same id can be called. */
    private void answered(SendLane lane, List<PendingSend> batch, List<Object> answer) {
        if (answer.get(0).equals(StaleShardMap.ANSWER)) {
            stale(lane, batch);
        } else {
            enqueue(calls.answered(batch, answer), lane.epoch());
        }
    }

    private void stale(SendLane lane, List<PendingSend> batch) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        List<PendingSend> over = new ArrayList<>();
        batch.forEach(send -> (send.mayReload() ? again : over).add(send));
        if (!again.isEmpty()) {
            begin(again, shardMaps.reloadAfter(lane.epoch()));
        }
        giveUp(over, new StaleShardMap());
    }

    private void failed(List<PendingSend> batch, RedisFailure failure) {
        redisWasAway.run();
        List<PendingSend> again = new ArrayList<>();
        List<PendingSend> over = new ArrayList<>();
        batch.forEach(send -> (!failure.surelyNothingDone() && send.mayRepeat() ? again : over).add(send));
        if (!again.isEmpty()) {
            timer.schedule(BEFORE_REPEATING, () -> begin(again, shardMaps.current()));
        }
        giveUp(over, failure);
    }
}
