package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.engine.time.Signal;

/**
 * Bounds how many workers call the consumer at the same time, however many wait for Redis. A thread that was interrupted in the
 * consumer has lost its permit.
 */
final class HandlerPermits {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

    private final Semaphore free;
    private final Signal ending;

    HandlerPermits(int number, Signal ending) {
        this.free = new Semaphore(number);
        this.ending = ending;
    }

    /** Waits for a permit, and says whether there is one: there is none at the end. */
    boolean acquire() {
        while (!free.tryAcquire()) {
            try {
                if (ending.given()) {
                    return false;
                }
                if (free.tryAcquire(CHECK_INTERVAL.toNanos(), TimeUnit.NANOSECONDS)) {
                    return true;
                }
            } catch (InterruptedException e) {
                // Not by us: the engine interrupts handlers only. The loop goes on.
            }
        }
        return true;
    }

    void release() {
        free.release();
    }
}
