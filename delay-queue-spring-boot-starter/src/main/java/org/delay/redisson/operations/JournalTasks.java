package org.delay.redisson.operations;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.operations.JournalTask.State;
import org.jspecify.annotations.Nullable;

/** Runs one long operation at a time, on a daemon thread, and remembers the last one. Thread-safe. */
@Slf4j
final class JournalTasks implements AutoCloseable {

    private @Nullable Running last;

    /** Work that reports its progress now and then; it ends where that throws. */
    @FunctionalInterface
    interface Work<R> {

        /** Returns what was done. */
        R run(Consumer<R> progress);
    }

    /**
     * Begins.
     *
     * @param ended told how it ended, on the thread of the work
     * @throws JournalBusy if another one runs
     */
    synchronized <R> Running begin(
            String operation, Object request, @Nullable String user, Work<R> work, Consumer<JournalTask> ended) {
        Running before = last;
        if (before != null && before.task().state() == State.RUNNING) {
            throw new JournalBusy(before.task());
        }
        Running begun = new Running(operation, request, user);
        last = begun;
        Thread thread = new Thread(() -> begun.run(work, ended), "delay-queue-journal-" + operation);
        thread.setDaemon(true);
        thread.start();
        return begun;
    }

    synchronized Optional<Running> last() {
        return Optional.ofNullable(last);
    }

    @Override
    public void close() {
        last().ifPresent(running -> running.stop(Duration.ZERO));
    }

    /** One operation. */
    static final class Running {

        private final String operation;
        private final Object request;
        private final @Nullable String user;
        private final Instant startedAt = Instant.now();
        private final long began = System.nanoTime();
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile boolean stopping;
        private volatile @Nullable Object report;
        private volatile @Nullable JournalTask result;

        private Running(String operation, Object request, @Nullable String user) {
            this.operation = operation;
            this.request = request;
            this.user = user;
        }

        private <R> void run(Work<R> work, Consumer<JournalTask> ended) {
            JournalTask task;
            try {
                report = work.run(this::progress);
                task = task(State.DONE, null);
            } catch (Stopped e) {
                task = task(State.STOPPED, null);
            } catch (RuntimeException e) {
                log.debug("{} failed", operation, e);
                task = task(State.FAILED, String.valueOf(e.getMessage()));
            } catch (Error e) {
                result = task(State.FAILED, e.toString());
                end.countDown();
                throw e;
            }
            result = task;
            end.countDown();
            ended.accept(task);
        }

        private void progress(Object now) {
            report = now;
            if (stopping) {
                throw new Stopped();
            }
        }

        private JournalTask task(State state, @Nullable String failure) {
            Duration took = Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
            return new JournalTask(operation, request, user, startedAt, took, state, report, failure);
        }

        /** As it is now. */
        JournalTask task() {
            JournalTask ended = result;
            return ended == null ? task(State.RUNNING, null) : ended;
        }

        /** As it is when it has ended, or after the patience. */
        JournalTask await(Duration patience) {
            try {
                boolean unused = end.await(patience.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return task();
        }

        /** Has it stop after the page at which it is. */
        JournalTask stop(Duration patience) {
            stopping = true;
            return await(patience);
        }
    }

    private static final class Stopped extends RuntimeException {

        private static final long serialVersionUID = 1;

        Stopped() {
            super(null, null, false, false);
        }
    }
}
