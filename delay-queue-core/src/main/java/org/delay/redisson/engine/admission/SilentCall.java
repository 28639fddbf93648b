package org.delay.redisson.engine.admission;

import java.time.Duration;

/**
 * The latest call of a destination that did not answer before.
 *
 * @param since when it began, by the ticker
 * @param pause how long after it the destination must leave the last worker to others
 */
record SilentCall(long since, Duration pause) {

    boolean isOlder(long now, Duration age) {
        return now - since >= age.toNanos();
    }

    /** What is left of the pause. */
    Duration pauseAfter(long now) {
        Duration left = pause.minusNanos(now - since);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
