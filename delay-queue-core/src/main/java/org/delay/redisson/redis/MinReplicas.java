package org.delay.redisson.redis;

import java.time.Duration;
import org.delay.redisson.Checks;
import org.delay.redisson.DurationText;

/**
 * How many replicas must have a message before its send returns.
 *
 * @param count 0 to 100
 * @param timeout how long a send waits for them, 1 ms to 10 s
 */
record MinReplicas(int count, Duration timeout) {

    private static final int MAX = 100;

    /** A call ends after a fixed time in any case, and this wait must end before. */
    private static final Duration MAX_TIMEOUT = Duration.ofSeconds(10);

    static final MinReplicas NONE = new MinReplicas(0, Duration.ofSeconds(1));

    MinReplicas {
        if (count < 0 || count > MAX) {
            throw new IllegalArgumentException("minReplicas must be 0 to " + MAX + ", but is " + count);
        }
        Checks.given("timeout", timeout);
        if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be 1ms to 10s, but is " + DurationText.of(timeout));
        }
    }
}
