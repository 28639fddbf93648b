package org.delay.redisson.engine.schedule;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that repeat, each at its own time, each done by one worker at a time. A worker takes a task that is due and puts it
 * back with its next time.
 *
 * <p>No wake-up is lost: a signal may only bring a time forward. Only an answer of Redis may push it back, and only up to the
 * earliest signal that came since the call was {@linkplain #sent sent}. The message of an earlier signal was stored before the
 * call, so the answer includes it.
 *
 * <p>Signals arrive on the Redis client's threads: the lock is held for a few instructions, never during a call.
 */
@RequiredArgsConstructor
final class TimerQueue<T> {

    private final DelayQueue<Timer> waiting = new DelayQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Ticker ticker;

    /** A timer for a task, which a worker has until it is {@linkplain #putBack put back}. */
    Timer timer(T task) {
        return new Timer(task);
    }

    /** Waits for the next task that is due; null when the queue has {@linkplain #end ended}. */
    @Nullable
    T take() throws InterruptedException {
        return taken(waiting.take());
    }

    /** The next task that is due now, or null. */
    @Nullable
    T poll() {
        Timer timer = waiting.poll();
        return timer == null ? null : taken(timer);
    }

    /** When the next task is due, or null if there is none. */
    @Nullable
    Long next() {
        Timer timer = waiting.peek();
        return timer == null ? null : timer.at;
    }

    private @Nullable T taken(Timer timer) {
        if (timer.task == null) {
            waiting.add(timer);
            return null;
        }
        lock.lock();
        try {
            timer.isWaiting = false;
            timer.signalled = null;
        } finally {
            lock.unlock();
        }
        return timer.task;
    }

    /** The task's call is about to be sent: its answer will include what was signalled until now. */
    void sent(Timer timer) {
        lock.lock();
        try {
            timer.signalled = null;
        } finally {
            lock.unlock();
        }
    }

    /** The task is due at the given time, or at the earliest one that was signalled since its call was sent. */
    void putBack(Timer timer, long at) {
        lock.lock();
        try {
            Long signalled = timer.signalled;
            add(timer, signalled != null && signalled - at < 0 ? signalled : at);
        } finally {
            lock.unlock();
        }
    }

    /** The task is due at the given time at the latest. */
    void bringForward(Timer timer, long at) {
        lock.lock();
        try {
            if (!timer.isWaiting) {
                Long signalled = timer.signalled;
                if (signalled == null || at - signalled < 0) {
                    timer.signalled = at;
                }
            } else if (at - timer.at < 0 && waiting.remove(timer)) {
                add(timer, at);
            }
            // Else it is due earlier anyway, or a worker takes it at this moment and sends its call after this signal.
        } finally {
            lock.unlock();
        }
    }

    private void add(Timer timer, long at) {
        if (timer.isWaiting) {
            waiting.remove(timer);
        }
        timer.at = at;
        waiting.add(timer);
        timer.isWaiting = true;
    }

    /** From now on {@link #take} answers null to every worker. */
    void end() {
        Timer end = new Timer(null);
        end.at = ticker.nanos() - TimeUnit.HOURS.toNanos(1);
        waiting.add(end);
    }

    /**
     * The time of one task; without a task, the end of the queue. It is used again and again, because putting a task back must
     * not fail for want of memory.
     */
    final class Timer implements Delayed {

        private final @Nullable T task;

        /** Changes only while this timer is not in the queue. */
        private long at;

        private boolean isWaiting;

        /** While a worker has the task: the earliest time that was signalled since the worker's call was sent. */
        private @Nullable Long signalled;

        private Timer(@Nullable T task) {
            this.task = task;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - ticker.nanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        @SuppressWarnings("unchecked")
        public int compareTo(Delayed other) {
            return Long.signum(at - ((Timer) other).at);
        }
    }
}
