package org.delay.redisson.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends what takes too long, on one thread: tasks must be short. Safe for use by many threads. */
final class ApiTimer implements AutoCloseable {

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "delay-queue-http-timer");
        thread.setDaemon(true);
        return thread;
    });

    ApiTimer() {
        executor.setRemoveOnCancelPolicy(true);
    }

    Future<?> after(Duration delay, Runnable task) {
        return executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
