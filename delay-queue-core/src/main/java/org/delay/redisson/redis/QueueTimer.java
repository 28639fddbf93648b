package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what a queue does later, on one thread of its own: the JDK's common pool and its timer also run what applications
 * give them, which may block. The thread ends when there has been nothing to do for a while, so nobody has to close it.
 *
 * <p>What runs here must not block, and must not call an application's code.
 */
final class QueueTimer {

    private static final Duration IDLE = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, new DaemonThreadFactory("delay-queue-timer"));

    QueueTimer() {
        thread.setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    void schedule(Duration delay, Runnable task) {
        var unused = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends after this time; what depends on it runs on the timer's thread. */
    CompletableFuture<Void> pause(Duration time) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        schedule(time, () -> over.complete(null));
        return over;
    }
}
