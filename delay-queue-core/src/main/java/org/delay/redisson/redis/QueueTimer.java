package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs delayed tasks of a queue on its own thread: the JDK's common pool and timer also run code of applications, which may
 * block. The thread ends after it was idle for a while, so it needs no close.
 *
 * <p>Tasks must not block, and must not call code of the application.
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

    /** Completes after this time. Dependent stages run on the timer's thread. */
    CompletableFuture<Void> after(Duration time) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        schedule(time, () -> over.complete(null));
        return over;
    }
}
