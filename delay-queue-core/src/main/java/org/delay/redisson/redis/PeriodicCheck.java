package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;

/**
 * Runs a check again and again while it is needed. Many calls share one: a timer for each would wake the timer's thread for
 * each, which costs more than everything else that a call needs here.
 */
@RequiredArgsConstructor
final class PeriodicCheck {

    private final QueueTimer timer;
    private final Duration interval;
    private final BooleanSupplier needed;
    private final Runnable check;
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** To be called whenever the check may be needed. Does nothing if it is scheduled already. */
    void ensureScheduled() {
        if (!scheduled.get() && needed.getAsBoolean() && scheduled.compareAndSet(false, true)) {
            try {
                timer.schedule(interval, this::run);
            } catch (Throwable e) {
                scheduled.set(false);
                throw e;
            }
        }
    }

    private void run() {
        try {
            check.run();
        } finally {
            scheduled.set(false);
            ensureScheduled();
        }
    }
}
