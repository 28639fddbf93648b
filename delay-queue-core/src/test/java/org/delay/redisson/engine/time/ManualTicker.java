package org.delay.redisson.engine.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A time that stands still until a test ticks. Begins just before it overflows, since System.nanoTime may. */
public final class ManualTicker implements Ticker {

    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofMillis(5).toNanos());

    @Override
    public long nanos() {
        return nanos.get();
    }

    public void tick(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
