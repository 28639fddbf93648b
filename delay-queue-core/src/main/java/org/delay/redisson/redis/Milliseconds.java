package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;

/** Times as scripts take them. Rounded up, so that nothing is early. */
final class Milliseconds {

    private static final int NANOS = 1_000_000;

    private Milliseconds() {}

    static long roundedUp(Duration duration) {
        return duration.plusNanos(NANOS - 1).toMillis();
    }

    /** One before the epoch is the epoch: both are in the past. */
    static long roundedUp(Instant time) {
        return time.isBefore(Instant.EPOCH) ? 0 : time.plusNanos(NANOS - 1).toEpochMilli();
    }
}
