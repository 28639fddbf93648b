package org.delay.redisson.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One reading of the queue's clock. Times are stored in whole milliseconds: rounded up when scheduling and down when
 * claiming, or messages would be early by less than a millisecond.
 */
record Moment(Instant instant) {

    long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** Now, for asking what is due. */
    long floor() {
        return instant.toEpochMilli();
    }

    /** Now, as what is claimed is told. */
    Instant claimTime() {
        return Instant.ofEpochMilli(floor());
    }

    /** The first whole millisecond that is not before this moment. */
    long ceil() {
        return ceil(instant);
    }

    /** The first whole millisecond that is surely a delay away. */
    long plus(Duration delay) {
        return ceil() + ceil(delay);
    }

    /** A due time as it is stored; one in the past is now. */
    long orLater(Instant dueTime) {
        return dueTime.isBefore(instant) ? ceil() : ceil(dueTime);
    }

    private static long ceil(Instant instant) {
        return instant.toEpochMilli() + (instant.truncatedTo(ChronoUnit.MILLIS).equals(instant) ? 0 : 1);
    }

    private static long ceil(Duration delay) {
        return delay.toMillis() + (delay.truncatedTo(ChronoUnit.MILLIS).equals(delay) ? 0 : 1);
    }
}
