package org.delay.redisson.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A time that stands still until a test ticks. Begins just before it overflows, since System.nanoTime may. */
final class ManualTicker implements Ticker {

    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofMillis(5).toNanos());

    @Override
    public long nanos() {
        return nanos.get();
    }

    void tick(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
