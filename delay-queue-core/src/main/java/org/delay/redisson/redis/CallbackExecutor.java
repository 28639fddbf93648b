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
 * Runs an application's code: what it has hung on the futures of its sends, and its registrar of topics. One thread does it.
 * Whenever something has waited for a while another thread helps, so what blocks delays the rest by that while and no more.
 * Idle threads end.
 */
@Slf4j
final class CallbackExecutor implements Executor {

    /** Callbacks that block would else take a thread each, until no memory is left. */
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

    /** Puts one more thread to work, unless another number than this is at work by now. */
    private void begin(int others) {
        if (!atWork.compareAndSet(others, others + 1)) {
            return;
        }
        try {
            threads.execute(this::work);
        } catch (Throwable e) {
            // No thread could be made. The next look tries again.
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
        // What came just before the end has found this thread at work.
        if (!waiting.isEmpty()) {
            begin(0);
        }
    }

    private static void run(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            log.warn("A callback failed", e);
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
                    "{} callbacks of asynchronous sends block, and the outcomes of other sends wait for them. Hand work"
                            + " that blocks to threads of your own",
                    others);
        }
    }
}
