package org.delay.redisson.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Calls that must do nothing once their caller has given up. The network may delay a call for long, and it would undo what was
 * done meanwhile. So each call carries a deadline by Redis's clock, and a script that runs later does nothing. A caller gets
 * "outcome unknown" only after the deadline.
 */
final class DeadlineCalls {

    private static final String LATE = "LATE";

    /** The answer to a late call has Redis's time, so the next one is in time unless Redis is slower than the timeout. */
    private static final int REPEATS = 2;

    /** The least timeout of the client. */
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Redis's clock may run slightly slower than this machine's: a deadline may pass this much later. */
    private static final Duration DRIFT = Duration.ofMillis(10);

    private final ScriptRunner scripts;
    private final QueueTimer timer;
    private final RedisClocks clocks;
    private final Duration time;

    /** @param time how long a call may be on its way, limited to 500 ms to 10 s */
    DeadlineCalls(ScriptRunner scripts, QueueTimer timer, RedisClocks clocks, Duration time) {
        this.scripts = scripts;
        this.timer = timer;
        this.clocks = clocks;
        this.time = time.compareTo(SHORTEST) < 0 ? SHORTEST : time.compareTo(LONGEST) > 0 ? LONGEST : time;
    }

    /** How long a call may be on its way. */
    Duration time() {
        return time;
    }

    /** Runs a script of a shard. Its first argument is the deadline, and its answer begins with a status and the time. */
    CompletableFuture<List<Object>> inShard(int shard, Script script, List<Object> keys, Object... args) {
        return inShard(shard, never(), script, keys, args);
    }

    /** As {@link #inShard(int, Script, List, Object...)}, but nothing is done after {@code end}, a {@link System#nanoTime}. */
    CompletableFuture<List<Object>> inShard(int shard, long end, Script script, List<Object> keys, Object... args) {
        return inShard(shard, end, deadline -> scripts.once(script, keys, withDeadline(deadline, args)));
    }

    /** As {@link #inShard}, for a script of the service as a whole. */
    CompletableFuture<List<Object>> inService(Script script, List<Object> keys, Object... args) {
        return call(
                clocks.ofService(), never(), deadline -> scripts.once(script, keys, withDeadline(deadline, args)), 0);
    }

    /** Makes a call to a shard. The function gets the deadline in microseconds of Redis's clock. */
    CompletableFuture<List<Object>> inShard(int shard, long end, LongFunction<CompletionStage<List<Object>>> call) {
        return call(clocks.ofShard(shard), end, call, 0);
    }

    private static long never() {
        return System.nanoTime() + Duration.ofDays(1).toNanos();
    }

    static Object[] withDeadline(long deadline, Object... args) {
        List<Object> all = new ArrayList<>(args.length + 1);
        all.add(deadline);
        all.addAll(Arrays.asList(args));
        return all.toArray();
    }

    /** While Redis's clock is unknown, the first call is late in any case, and its answer has the time. */
    private CompletableFuture<List<Object>> call(
            RedisClock clock, long end, LongFunction<CompletionStage<List<Object>>> call, int repeats) {
        AtomicLong asked = new AtomicLong();
        AtomicLong decided = new AtomicLong();
        return scripts.repeat(() -> {
                    long now = System.nanoTime();
                    long onItsWay = Math.min(time.toNanos(), end - now - DRIFT.toNanos());
                    if (onItsWay <= 0) {
                        return CompletableFuture.failedFuture(RedisFailure.refused("No time was left for the call"));
                    }
                    asked.set(now);
                    decided.set(now + onItsWay + DRIFT.toNanos());
                    return call.apply(clock.atLeast(now) + TimeUnit.NANOSECONDS.toMicros(onItsWay));
                })
                .exceptionallyCompose(thrown -> untilDecided(decided.get(), RedisFailure.of(thrown)))
                .thenCompose(answer -> {
                    clock.observed((Long) answer.get(1), asked.get(), System.nanoTime());
                    if (!answer.get(0).equals(LATE)) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    return repeats < REPEATS
                            ? call(clock, end, call, repeats + 1)
                            : CompletableFuture.failedFuture(RedisFailure.refused(
                                    "Redis got the call later than the timeout of " + time.toMillis() + " ms"));
                });
    }

    /** A call without an answer may run until its deadline. */
    private CompletableFuture<List<Object>> untilDecided(long decided, RedisFailure failure) {
        long left = decided - System.nanoTime();
        return failure.surelyNothingDone() || left <= 0
                ? CompletableFuture.failedFuture(failure)
                : timer.after(Duration.ofNanos(left)).thenCompose(over -> CompletableFuture.failedFuture(failure));
    }
}
