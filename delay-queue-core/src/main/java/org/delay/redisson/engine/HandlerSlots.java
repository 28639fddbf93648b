package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.engine.time.StopSignal;

/**
 * The slots in which workers call the consumer, one call in each. They limit how many calls run at the same time, however many
 * workers wait for Redis. A thread that was interrupted in the consumer has lost its slot.
 */
final class HandlerSlots {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

    private final Semaphore free;
    private final StopSignal ending;

    HandlerSlots(int number, StopSignal ending) {
        this.free = new Semaphore(number);
        this.ending = ending;
    }

    /** Waits for a free slot, and says whether there is one: there is none at the end. */
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
