package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends calls that have no answer in time. A look now and then serves all that are under way: a timer for each call would
 * wake the timers' thread for each, which costs more than all else that a call needs here.
 */
final class Patience {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** A call that has no answer yet, and when it is to end without one. */
    private static final class UnderWay {

        private final CompletableFuture<?> call;
        private final long end;

        UnderWay(CompletableFuture<?> call, long end) {
            this.call = call;
            this.end = end;
        }
    }

    private final long nanos;
    private final Executor later;
    private final Set<UnderWay> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean watching = new AtomicBoolean();

    /** With the time that a call may take; one more second may pass until it is noticed, but no more than a fourth. */
    Patience(Duration time) {
        nanos = time.toNanos();
        long pause = Math.min(LONGEST_PAUSE.toNanos(), nanos / 4);
        later = CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS);
    }

    /** The same call, which ends with a {@link TimeoutException} if it does not end by itself. */
    <T> CompletableFuture<T> limit(CompletableFuture<T> call) {
        UnderWay entry = new UnderWay(call, System.nanoTime() + nanos);
        underWay.add(entry);
        var unused = call.whenComplete((value, thrown) -> underWay.remove(entry));
        watch();
        return call;
    }

    /** Nobody looks while nothing is under way. */
    private void watch() {
        if (!watching.get() && !underWay.isEmpty() && watching.compareAndSet(false, true)) {
            try {
                later.execute(this::look);
            } catch (Throwable e) {
                watching.set(false);
                throw e;
            }
        }
    }

    private void look() {
        try {
            long now = System.nanoTime();
            for (UnderWay entry : underWay) {
                if (entry.end - now <= 0) {
                    entry.call.completeExceptionally(new TimeoutException());
                }
            }
        } finally {
            watching.set(false);
            watch();
        }
    }
}
