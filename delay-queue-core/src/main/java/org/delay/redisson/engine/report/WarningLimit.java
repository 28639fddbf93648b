package org.delay.redisson.engine.report;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.delay.redisson.engine.time.Ticker;

/** Lets one warning of a kind through in {@link #BETWEEN}, since what it is about may happen many times a second. Thread-safe. */
public final class WarningLimit {

    /** The shortest time between two warnings. */
    public static final Duration BETWEEN = Duration.ofMinutes(1);

    private final Ticker ticker;
    private final AtomicLong next;

    /** Lets the first one through. */
    public WarningLimit(Ticker ticker) {
        this.ticker = ticker;
        this.next = new AtomicLong(ticker.nanos());
    }

    /** Whether to warn now. Whoever gets true does. */
    public boolean mayWarn() {
        long now = ticker.nanos();
        long at = next.get();
        return now - at >= 0 && next.compareAndSet(at, now + BETWEEN.toNanos());
    }
}
