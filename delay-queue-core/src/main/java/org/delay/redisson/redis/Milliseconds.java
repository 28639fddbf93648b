package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;

/** Times as scripts take them. Rounded up, so that nothing is early. */
final class Milliseconds {

    private static final int NANOS = 1_000_000;

    private static final Duration CENTURY = Duration.ofDays(36_525);

    private Milliseconds() {}

    /** One of more than a century is a century: later than all that is kept, and it fits into a score. */
    static long roundedUp(Duration duration) {
        return duration.compareTo(CENTURY) > 0
                ? CENTURY.toMillis()
                : duration.plusNanos(NANOS - 1).toMillis();
    }

    /** One before the epoch is the epoch: both are in the past. */
    static long roundedUp(Instant time) {
        return time.isBefore(Instant.EPOCH) ? 0 : time.plusNanos(NANOS - 1).toEpochMilli();
    }
}
