package org.delay.redisson.engine;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's work on one batch, as its thread and the threads that it starts meanwhile know it. So a stop that a
 * handler asks for, by itself or by a thread that it waits for, can be told from a stop that others ask for.
 */
@Slf4j
final class HandlerCall {

    private static final ThreadLocal<@Nullable HandlerCall> CURRENT = new InheritableThreadLocal<>();

    private final Queue<Runnable> afterwards = new ConcurrentLinkedQueue<>();
    private boolean over;

    /** The calling thread is about to call the consumer. */
    void enter() {
        CURRENT.set(this);
    }

    /** The consumer has returned: what its thread does from now on is the engine's. */
    void leave() {
        CURRENT.remove();
    }

    /** What became of the messages is stored, as far as it could be. */
    void settled() {
        synchronized (this) {
            over = true;
        }
        for (Runnable task = afterwards.poll(); task != null; task = afterwards.poll()) {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.warn("What had to wait for the end of a handler failed", e);
            }
        }
    }

    /** Runs a task when the messages that the calling thread handles are settled: at once if it handles none. */
    static void after(Runnable task) {
        HandlerCall call = CURRENT.get();
        if (call == null || !call.postponed(task)) {
            task.run();
        }
    }

    private synchronized boolean postponed(Runnable task) {
        return !over && afterwards.add(task);
    }

    /**
     * Whether it ends the application, at a time when the calling thread stops the engine: that does so on its behalf, or
     * the handler is in {@code System.exit}, from where nobody comes back.
     *
     * @param handler the thread that calls the consumer
     */
    boolean endsApplication(Thread handler) {
        return CURRENT.get() == this
                || Arrays.stream(handler.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals("java.lang.Runtime")
                                && frame.getMethodName().equals("exit"));
    }
}
