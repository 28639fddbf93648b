package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
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
 * @param firstLine the first line of its last error, the whole line; null for any
 * @param diedBy the latest time when a message became a dead letter, to the millisecond; null for any
 */
public record DeadLetterFilter(
        String topic,
        Duration olderThan,
        @Nullable String error,
        int limit,
        @Nullable String firstLine,
        @Nullable Instant diedBy) {

    private static final int MAX_ERROR_LENGTH = 1_000;

    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public DeadLetterFilter {
        Checks.topic(topic);
        Checks.notNegative("olderThan", olderThan);
        if (error != null) {
            checkLength("error", error, 1);
        }
        if (firstLine != null) {
            checkLength("firstLine", firstLine, 0);
        }
        Checks.range("limit", limit, 1, Integer.MAX_VALUE);
    }

    /** A filter by age, by a part of the error, and with a limit. */
    public DeadLetterFilter(String topic, Duration olderThan, @Nullable String error, int limit) {
        this(topic, olderThan, error, limit, null, null);
    }

    private static void checkLength(String argument, String text, int least) {
        if (text.length() < least || text.length() > MAX_ERROR_LENGTH) {
            throw new IllegalArgumentException(argument + " must have " + least + " to " + MAX_ERROR_LENGTH
                    + " characters, but has " + text.length());
        }
        Checks.unicode(argument, text);
    }

    /** All dead letters of a topic. */
    public static DeadLetterFilter of(String topic) {
        return new DeadLetterFilter(topic, Duration.ZERO, null, Integer.MAX_VALUE);
    }

    /** Only those that became dead letters at least this long ago. */
    public DeadLetterFilter withOlderThan(Duration olderThan) {
        return new DeadLetterFilter(topic, olderThan, error, limit, firstLine, diedBy);
    }

    /** Only those whose last error contains this text, or all if it is null. */
    public DeadLetterFilter withError(@Nullable String error) {
        return new DeadLetterFilter(topic, olderThan, error, limit, firstLine, diedBy);
    }

    /** Only those whose last error has this first line, or all if it is null. */
    public DeadLetterFilter withFirstLine(@Nullable String firstLine) {
        return new DeadLetterFilter(topic, olderThan, error, limit, firstLine, diedBy);
    }

    /** Only those that became dead letters at this time of the queue's clock or before, or all if it is null. */
    public DeadLetterFilter withDiedBy(@Nullable Instant diedBy) {
        return new DeadLetterFilter(topic, olderThan, error, limit, firstLine, diedBy);
    }

    /** At most this many, shard by shard, the oldest of each shard first. */
    public DeadLetterFilter withLimit(int limit) {
        return new DeadLetterFilter(topic, olderThan, error, limit, firstLine, diedBy);
    }

    /** Whether a dead letter with this error matches. For implementations of the queue. */
    public boolean matches(@Nullable String lastError) {
        String text = lastError == null ? "" : lastError;
        return (error == null || text.contains(error))
                && (firstLine == null || firstLineOf(text).equals(firstLine));
    }

    /** Whether a dead letter of this age matches. For implementations of the queue. */
    public boolean matches(Instant diedAt, Instant now) {
        return !diedAt.isAfter(now.minus(olderThan)) && (diedBy == null || !diedAt.isAfter(diedBy));
    }

    /** The first line of an error, without the line break. */
    public static String firstLineOf(String error) {
        int end = error.indexOf('\n');
        return end < 0 ? error : error.substring(0, end);
    }
}
