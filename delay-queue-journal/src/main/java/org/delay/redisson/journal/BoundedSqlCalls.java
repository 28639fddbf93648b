package org.delay.redisson.journal;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import lombok.extern.slf4j.Slf4j;

/**
 * Asks the database on threads of its own, since a pool or a driver may wait for minutes where a worker may not. After a call
 * that failed or took too long, the database is left alone for a while. Thread-safe.
 */
@Slf4j
final class BoundedSqlCalls implements AutoCloseable {

    /** More calls than these wait for a thread, and no longer than for an answer. */
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threads;
    private final Duration silence;
    private volatile long silentUntil = System.nanoTime();

    /** A busy pool lets some calls through, so silence and answers may alternate many times a second. */
    private final WarningLimit limit = new WarningLimit();

    private volatile boolean silent;
    private volatile boolean warned;

    /** @param silence how long the database is not asked after a failure */
    BoundedSqlCalls(Duration silence) {
        this.silence = silence;
        AtomicInteger number = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "delay-queue-journal-sql-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Makes a call.
     *
     * @param within how long to wait for it; it may still be carried out after that
     * @throws NoAnswer if the database has not answered, or is not asked at present
     */
    <T> T call(Duration within, Callable<T> call) throws NoAnswer {
        if (isPausing()) {
            throw new NoAnswer(new IllegalStateException("The journal's database did not answer a moment ago"));
        }
        FutureTask<T> answer = new FutureTask<>(call);
        try {
            threads.execute(answer);
        } catch (RejectedExecutionException e) {
            throw new NoAnswer(e);
        }
        try {
            T value = answer.get(within.toNanos(), TimeUnit.NANOSECONDS);
            answered();
            return value;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer(e);
        } catch (TimeoutException e) {
            var unused = answer.cancel(false);
            // Where all threads hang, what nobody waits for must not pile up.
            var ignored = threads.remove(answer);
            failed(new TimeoutException("No answer within " + within.toMillis() + " ms"));
            throw new NoAnswer(e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            failed(cause);
            throw new NoAnswer(cause);
        }
    }

    /** Whether the database is not asked at present. */
    boolean isPausing() {
        return silent && System.nanoTime() - silentUntil < 0;
    }

    private void answered() {
        silent = false;
        if (warned) {
            warned = false;
            log.info("The journal's database answers again");
        }
    }

    private void failed(Throwable cause) {
        silentUntil = System.nanoTime() + silence.toNanos();
        silent = true;
        if (limit.mayWarn()) {
            warned = true;
            log.warn(
                    "The journal's database failed or did not answer in time, or its connection pool is busy. Messages are"
                            + " still delivered, or held with delivery-check=hold, and their outcomes are recorded later: {}",
                    cause.toString());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** The database has not answered; whether the call was carried out is unknown. */
    static final class NoAnswer extends Exception {

        private static final long serialVersionUID = 1;

        NoAnswer(Throwable cause) {
            super(cause);
        }
    }
}
