package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * Keeps the workers from claiming while the destination is unavailable. After each pause one of them probes with a small
 * batch; the others wait for what it finds.
 */
@Slf4j
@RequiredArgsConstructor
final class Breaker {

    private static final long FIRST_PAUSE = Duration.ofMillis(100).toNanos();

    private static final long MAX_PAUSE = Duration.ofSeconds(5).toNanos();

    /** A probe that takes longer has met a slow handler rather than an answer: another worker may probe as well. */
    private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

    private final Ticker ticker;
    private final DispatchListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean open;
    private boolean ended;
    private long pause;
    private long until;

    /** Who was sent to find out and has not answered yet: whichever of them gets an answer, it counts. */
    private final Set<Object> probers = new HashSet<>();

    /** Whether this worker may claim and begin with messages now. */
    boolean admits(Object worker) {
        if (!open) {
            return true;
        }
        lock.lock();
        try {
            return !open || probers.contains(worker);
        } finally {
            lock.unlock();
        }
    }

    /** Whether what this worker claims next is a probe. */
    boolean isProber(Object worker) {
        return open && admits(worker);
    }

    /**
     * Waits until this worker may claim, or until the end.
     *
     * @throws InterruptedException which the engine does to nobody who waits here
     */
    void await(Object worker) throws InterruptedException {
        if (!open) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (open && !ended && !probers.contains(worker)) {
                long wait = until - ticker.nanos();
                if (wait <= 0) {
                    probers.add(worker);
                    until = ticker.nanos() + PATIENCE;
                } else {
                    // How long it waited does not matter: the loop asks the clock.
                    long unused = changed.awaitNanos(wait);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The destination did not answer this worker. */
    void unavailable(Object worker, Throwable cause) {
        boolean first;
        lock.lock();
        try {
            first = !open;
            if (first) {
                open = true;
                pauseFor(FIRST_PAUSE);
            } else if (probers.remove(worker)) {
                pauseFor(Math.min(2 * pause, MAX_PAUSE));
            }
        } finally {
            lock.unlock();
        }
        if (first) {
            log.warn(
                    "The destination is unavailable. Messages are handed back, and nothing is claimed until it answers: {}",
                    ErrorText.line(cause, ""));
            listener.paused(cause);
        }
    }

    private void pauseFor(long time) {
        pause = time;
        until = ticker.nanos() + time;
        changed.signalAll();
    }

    /** The destination answered this worker. */
    void available(Object worker) {
        if (!open || !close(worker)) {
            return;
        }
        log.info("The destination answers again");
        listener.resumed();
    }

    private boolean close(Object worker) {
        lock.lock();
        try {
            if (!open || !probers.contains(worker)) {
                return false;
            }
            open = false;
            probers.clear();
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** This worker does no more: another one may probe. */
    void leave(Object worker) {
        lock.lock();
        try {
            if (probers.remove(worker) && probers.isEmpty()) {
                until = ticker.nanos();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nobody waits here any more. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
