package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;

/** Times for scripts, in milliseconds. Rounded up, so that no message is early. */
final class Milliseconds {

    private static final int NANOS = 1_000_000;

    private static final Duration CENTURY = Duration.ofDays(36_525);

    private Milliseconds() {}

    /** Capped at 100 years, which fits into a score. */
    static long roundedUp(Duration duration) {
        return duration.compareTo(CENTURY) > 0
                ? CENTURY.toMillis()
                : duration.plusNanos(NANOS - 1).toMillis();
    }

    /** A time before the epoch counts as the epoch: both are in the past. */
    static long roundedUp(Instant time) {
        return time.isBefore(Instant.EPOCH) ? 0 : time.plusNanos(NANOS - 1).toEpochMilli();
    }
}
