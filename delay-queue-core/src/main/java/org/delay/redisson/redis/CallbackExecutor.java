package org.delay.redisson.redis;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import lombok.extern.slf4j.Slf4j;

/**
 * Runs code of the application: dependent stages of its sends, and its topic registrar. One thread runs it. When a callback
 * has waited for a while, another thread helps, so a callback that blocks delays others by this while only. Idle threads
 * end.
 */
@Slf4j
final class CallbackExecutor implements Executor {

    /** Without a limit, callbacks that block would take a thread each, until no memory is left. */
    private static final int MOST_THREADS = 100;

    private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

    private static final Duration IDLE = Duration.ofSeconds(5);

    private record Waiting(Runnable callback, long since) {

        boolean isOverdue() {
            return System.nanoTime() - since >= LONGEST_WAIT.toNanos();
        }
    }

    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicBoolean warned = new AtomicBoolean();
    private final PeriodicCheck check;
    private final Executor threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE.toNanos(),
            TimeUnit.NANOSECONDS,
            new SynchronousQueue<>(),
            new DaemonThreadFactory("delay-queue-callback"));

    CallbackExecutor(QueueTimer timer) {
        check = new PeriodicCheck(timer, LONGEST_WAIT, () -> !waiting.isEmpty(), this::help);
    }

    @Override
    public void execute(Runnable callback) {
        waiting.add(new Waiting(callback, System.nanoTime()));
        if (atWork.get() == 0) {
            begin(0);
        }
        check.ensureScheduled();
    }

    /** Starts one more thread, unless the number of working threads has changed. */
    private void begin(int others) {
        if (!atWork.compareAndSet(others, others + 1)) {
            return;
        }
        try {
            threads.execute(this::work);
        } catch (Throwable e) {
            // No thread could be made. The next check tries again.
            atWork.decrementAndGet();
            log.debug("No thread for callbacks", e);
        }
    }

    private void work() {
        try {
            for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
                run(next.callback());
            }
        } finally {
            atWork.decrementAndGet();
        }
        // A callback that came just before the end found this thread at work.
        if (!waiting.isEmpty()) {
            begin(0);
        }
    }

    private static void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            log.warn(
                    "A callback of an asynchronous call threw an exception. The thread continues with"
                            + " the next callback",
                    e);
        }
    }

    private void help() {
        Waiting first = waiting.peek();
        if (first == null || !first.isOverdue()) {
            return;
        }
        int others = atWork.get();
        if (others < MOST_THREADS) {
            begin(others);
        } else if (warned.compareAndSet(false, true)) {
            log.warn(
                    "{} callbacks of asynchronous sends block, so futures of other sends complete late. Run blocking"
                            + " work on your own threads",
                    others);
        }
    }
}
