package org.delay.redisson.operations;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BulkRequest.Change;
import org.delay.redisson.BulkResult;
import org.delay.redisson.BulkTask;
import org.delay.redisson.BulkTask.Progress;
import org.delay.redisson.BulkTask.State;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DelayQueueMessage;
import org.jspecify.annotations.Nullable;

/** Works on one task, on a daemon thread of its own: finds a few dead letters, changes these, and goes on at the task's rate. */
@Slf4j
final class BulkRun {

    /** Between reports at most, so that a stop is heard soon. */
    private static final long REPORT_NANOS = Duration.ofMillis(500).toNanos();

    /** So many steps in a second keep to a rate without bursts. */
    private static final int STEPS_PER_SECOND = 5;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final DelayQueueMessage queue;
    private final BulkTask task;
    private final Ended ended;
    private final DeadLetterFilter filter;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private Progress progress = Progress.NONE;
    private long reportedAt = System.nanoTime();

    /** Told how a task has ended, on its thread. */
    @FunctionalInterface
    interface Ended {

        /**
         * A task has ended.
         *
         * @param recorded the task as all instances see it now, or null if Redis was not told, or too late
         */
        void ended(BulkTask task, State state, Progress progress, @Nullable BulkTask recorded);
    }

    BulkRun(DelayQueueMessage queue, BulkTask task, Ended ended) {
        this.queue = queue;
        this.task = task;
        this.ended = ended;
        this.filter = task.request().filter();
    }

    void start() {
        Thread thread = new Thread(this::run, "delay-queue-task-" + filter.topic());
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopping.countDown();
    }

    void awaitEnd(Duration patience) {
        try {
            boolean unused = end.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        State state = State.FAILED;
        BulkTask recorded = null;
        try {
            state = work();
            recorded = report(state).orElse(null);
        } catch (RuntimeException | InterruptedException e) {
            log.debug("The task {} failed", task, e);
            state = State.FAILED;
            progress = new Progress(progress.changed(), progress.kept(), progress.examined(), e.toString());
            recorded = reportFailure();
        } finally {
            end.countDown();
            ended.ended(task, state, progress, recorded);
        }
    }

    private State work() throws InterruptedException {
        int rate = task.request().perSecond();
        int most = Math.min(DeadLetterPage.MAX_LETTERS, Math.max(1, rate / STEPS_PER_SECOND));
        long next = System.nanoTime();
        String cursor = null;
        do {
            if (stopping.await(next - System.nanoTime(), TimeUnit.NANOSECONDS) || isToStop()) {
                return State.STOPPED;
            }
            long missing = filter.limit() - progress.changed();
            if (missing <= 0) {
                return State.DONE;
            }
            DeadLetterPage page = queue.findDead(filter.withLimit((int) Math.min(most, missing)), cursor);
            change(page.letters());
            cursor = page.next();
            // What was late is not made up for: nobody wants a burst after a pause.
            next = Math.max(next, System.nanoTime() - SECOND)
                    + SECOND * page.letters().size() / rate;
        } while (cursor != null);
        return State.DONE;
    }

    private boolean isToStop() {
        return System.nanoTime() - reportedAt >= REPORT_NANOS
                && report(State.RUNNING).map(BulkTask::stopping).orElse(true);
    }

    private void change(List<DeadLetterPage.Letter> letters) {
        if (letters.isEmpty()) {
            return;
        }
        BulkResult result = task.request().change() == Change.REDRIVE
                ? queue.redriveDead(filter.topic(), letters)
                : queue.deleteDead(filter.topic(), letters);
        progress = new Progress(
                progress.changed() + result.changed(),
                progress.kept() + result.kept(),
                progress.examined() + letters.size(),
                null);
    }

    private Optional<BulkTask> report(State state) {
        reportedAt = System.nanoTime();
        return queue.reportTask(filter.topic(), task.id(), state, progress);
    }

    private @Nullable BulkTask reportFailure() {
        try {
            return report(State.FAILED).orElse(null);
        } catch (RuntimeException e) {
            log.debug("The end of the task {} is not recorded", task, e);
            return null;
        }
    }
}
