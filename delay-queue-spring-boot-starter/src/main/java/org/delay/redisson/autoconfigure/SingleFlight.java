package org.delay.redisson.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Work that may hang, done on a daemon thread by one at a time: whoever comes while it is under way gets the same result,
 * and nobody need wait for it. Safe for use by many threads.
 */
final class SingleFlight<T> {

    private final String thread;
    private final Callable<T> work;
    private @Nullable CompletableFuture<T> current;

    /** @param thread the thread's name */
    SingleFlight(String thread, Callable<T> work) {
        this.thread = thread;
        this.work = work;
    }

    /** What becomes of the work that is under way, or of work that begins now. */
    synchronized CompletableFuture<T> join() {
        CompletableFuture<T> underWay = current;
        if (underWay != null && !underWay.isDone()) {
            return underWay;
        }
        CompletableFuture<T> begun = new CompletableFuture<>();
        current = begun;
        Thread worker = new Thread(() -> run(begun), thread);
        worker.setDaemon(true);
        worker.start();
        return begun;
    }

    /** Whether work is under way. */
    synchronized boolean isUnderWay() {
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
