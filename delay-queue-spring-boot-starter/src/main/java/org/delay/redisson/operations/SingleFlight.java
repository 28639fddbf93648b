package org.delay.redisson.operations;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that may hang, at most once at a time, on a daemon thread. Whoever asks while it runs gets the same result, and
 * decides how long to wait for it. Safe for use by many threads.
 *
 * <p>Public for this library's own modules only; it may change.
 */
public final class SingleFlight<T> {

    private final String thread;
    private final Callable<T> work;
    private @Nullable CompletableFuture<T> current;

    /** @param thread the thread's name */
    public SingleFlight(String thread, Callable<T> work) {
        this.thread = thread;
        this.work = work;
    }

    /** The result of the work that is running, or of work that begins now. */
    public synchronized CompletableFuture<T> join() {
        CompletableFuture<T> running = current;
        if (running != null && !running.isDone()) {
            return running;
        }
        CompletableFuture<T> begun = new CompletableFuture<>();
        current = begun;
        Thread worker = new Thread(() -> run(begun), thread);
        worker.setDaemon(true);
        worker.start();
        return begun;
    }

    /** Whether work is running. */
    public synchronized boolean isRunning() {
        return current != null && !current.isDone();
    }

    private void run(CompletableFuture<T> result) {
        try {
            result.complete(work.call());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }
}
