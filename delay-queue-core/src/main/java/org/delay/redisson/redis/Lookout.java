package org.delay.redisson.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;

/**
 * Looks again and again while there is something to look at. One for all that is under way: a timer for each would wake the
 * timer's thread for each, which costs more than all else that a call needs here.
 */
@RequiredArgsConstructor
final class Lookout {

    private final QueueTimer timer;
    private final Duration pause;
    private final BooleanSupplier needed;
    private final Runnable look;
    private final AtomicBoolean watching = new AtomicBoolean();

    /** To be called whenever there may be something to look at; does nothing while it is looked at already. */
    void watch() {
        if (!watching.get() && needed.getAsBoolean() && watching.compareAndSet(false, true)) {
            try {
                timer.schedule(pause, this::look);
            } catch (Throwable e) {
                watching.set(false);
                throw e;
            }
        }
    }

    private void look() {
        try {
            look.run();
        } finally {
            watching.set(false);
            watch();
        }
    }
}
