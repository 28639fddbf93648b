package org.delay.redisson.engine;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/**
 * The handling of one batch, known to the consumer's thread and to threads that it starts meanwhile. It shows whether the
 * handler itself stops the engine or others do. A handler may call the stop, start a thread that does, or call
 * {@code System.exit}.
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

    /** The consumer has returned: its thread does the engine's work from now on. */
    void leave() {
        CURRENT.remove();
    }

    /** The messages are settled: runs the tasks that waited for that. */
    void settled() {
        synchronized (this) {
            over = true;
        }
        for (Runnable task = afterwards.poll(); task != null; task = afterwards.poll()) {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.warn("A task that was postponed until a handler ended threw an exception", e);
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
     * Whether the handler ends the application while the calling thread stops the engine. Either that thread stops it for the
     * handler, or the handler is in {@code System.exit}, which does not return.
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
