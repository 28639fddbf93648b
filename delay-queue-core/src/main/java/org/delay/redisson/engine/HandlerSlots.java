package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;

/**
 * The slots in which workers call the consumer, one call in each. They limit how many calls run at the same time, however many
 * workers wait for Redis. A thread that was interrupted in the consumer has lost its slot.
 */
final class HandlerSlots {

    private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

    private final Semaphore free;
    private final Ticker ticker;
    private final StopSignal ending;

    HandlerSlots(int number, Ticker ticker, StopSignal ending) {
        this.free = new Semaphore(number);
        this.ticker = ticker;
        this.ending = ending;
    }

    /**
     * Waits for a free slot, and says whether there is one: there is none at the end. After a while, there is none either: while
     * Redis hung, more was claimed than there are slots, and other instances may deliver it sooner.
     */
    boolean acquire() {
        long began = ticker.nanos();
        while (!free.tryAcquire()) {
            try {
                if (ending.given() || ticker.nanos() - began > RestRelease.HOARDING.toNanos()) {
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
