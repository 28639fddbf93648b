package org.delay.redisson.dashboard;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.operations.DeadLetterTasks;

/** Looks for tasks whose instance died, so that people are told although no page is open. Costs Redis one call each time. */
@Slf4j
final class TaskWatch implements AutoCloseable {

    private final DeadLetterTasks tasks;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "delay-queue-dashboard-tasks");
        daemon.setDaemon(true);
        return daemon;
    });

    private TaskWatch(DeadLetterTasks tasks) {
        this.tasks = tasks;
    }

    static TaskWatch start(DeadLetterTasks tasks, Duration period) {
        TaskWatch watch = new TaskWatch(tasks);
        var unused = watch.thread.scheduleWithFixedDelay(
                watch::look, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    private void look() {
        try {
            tasks.reportInterrupted();
        } catch (RuntimeException e) {
            log.debug("Tasks can't be read; they are read again soon", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
