package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/** Ends calls that do not end by themselves in time. */
final class CallTimeouts {

    /** A call may end this much later than its timeout. */
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    /** A call that has not ended yet, and what ends it at its timeout. */
    private static final class UnderWay {

        private final long end;
        private final Runnable giveUp;

        UnderWay(long end, Runnable giveUp) {
            this.end = end;
            this.giveUp = giveUp;
        }
    }

    private final Set<UnderWay> underWay = ConcurrentHashMap.newKeySet();
    private final PeriodicCheck check;

    CallTimeouts(QueueTimer timer) {
        check = new PeriodicCheck(timer, CHECK_INTERVAL, () -> !underWay.isEmpty(), this::giveUpOverdue);
    }

    /** The same call. It fails with a {@link TimeoutException} after this time. */
    <T> CompletableFuture<T> limit(CompletableFuture<T> call, Duration time) {
        limit(call, time, () -> call.completeExceptionally(new TimeoutException()));
        return call;
    }

    /** @param giveUp runs on the timer's thread after this time, unless the call has ended */
    void limit(CompletableFuture<?> call, Duration time, Runnable giveUp) {
        UnderWay entry = new UnderWay(System.nanoTime() + time.toNanos(), giveUp);
        underWay.add(entry);
        var unused = call.whenComplete((value, thrown) -> underWay.remove(entry));
        check.ensureScheduled();
    }

    private void giveUpOverdue() {
        long now = System.nanoTime();
        for (UnderWay entry : underWay) {
            if (entry.end - now <= 0) {
                entry.giveUp.run();
            }
        }
    }
}
