package org.delay.redisson.journal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Lets one warning of a kind through in a minute, since what it is about may happen many times a second. Thread-safe. */
final class WarningLimit {

    private static final Duration BETWEEN = Duration.ofMinutes(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    boolean mayWarn() {
        long now = System.nanoTime();
        long at = next.get();
        return now - at >= 0 && next.compareAndSet(at, now + BETWEEN.toNanos());
    }
}
