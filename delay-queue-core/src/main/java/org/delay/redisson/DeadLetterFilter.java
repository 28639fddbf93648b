package org.delay.redisson;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Selects the dead letters of a topic that a bulk call changes. Immutable.
 *
 * <pre>{@code
 * DeadLetterFilter filter = DeadLetterFilter.of(topic)
 *         .withError("ConnectException")
 *         .withOlderThan(Duration.ofMinutes(10))
 *         .withLimit(500);
 * return queue.redriveDead(filter);
 * }</pre>
 *
 * @param olderThan the minimum time since a message became a dead letter
 * @param error text that its last error must contain, case-sensitive; null for any error
 * @param limit the maximum number of dead letters to change
 */
public record DeadLetterFilter(
        String topic, Duration olderThan, @Nullable String error, int limit) {

    private static final int MAX_ERROR_LENGTH = 1_000;

    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public DeadLetterFilter {
        Checks.topic(topic);
        Checks.notNegative("olderThan", olderThan);
        if (error != null && (error.isEmpty() || error.length() > MAX_ERROR_LENGTH)) {
            throw new IllegalArgumentException(
                    "error must have 1 to " + MAX_ERROR_LENGTH + " characters, but has " + error.length());
        }
        if (error != null) {
            Checks.unicode("error", error);
        }
        Checks.range("limit", limit, 1, Integer.MAX_VALUE);
    }

    /** All dead letters of a topic. */
    public static DeadLetterFilter of(String topic) {
        return new DeadLetterFilter(topic, Duration.ZERO, null, Integer.MAX_VALUE);
    }

    /** Only those that became dead letters at least this long ago. */
    public DeadLetterFilter withOlderThan(Duration olderThan) {
        return new DeadLetterFilter(topic, olderThan, error, limit);
    }

    /** Only those whose last error contains this text, or all if it is null. */
    public DeadLetterFilter withError(@Nullable String error) {
        return new DeadLetterFilter(topic, olderThan, error, limit);
    }

    /** At most this many, shard by shard, the oldest of each shard first. */
    public DeadLetterFilter withLimit(int limit) {
        return new DeadLetterFilter(topic, olderThan, error, limit);
    }
}
