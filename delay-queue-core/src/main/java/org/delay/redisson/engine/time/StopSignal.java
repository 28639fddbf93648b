package org.delay.redisson.engine.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells threads to end. It is given once, and all see it from then on. A thread that waits for a time waits on one of these, so
 * that the wait can be cut short.
 */
public final class StopSignal {

    private final CountDownLatch latch = new CountDownLatch(1);

    /** Gives the signal. Giving it again does nothing. */
    public void give() {
        latch.countDown();
    }

    /** Whether it was given. */
    public boolean given() {
        return latch.getCount() == 0;
    }

    /**
     * Waits for the signal, or until the time is over. An interrupt ends the wait and is forgotten: the engine's threads
     * are told to end by signals; interrupts are for handlers.
     *
     * @return whether the signal was given
     */
    public boolean givenWithin(Duration time) {
        try {
            return latch.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return given();
        }
    }
}
