package org.delay.redisson;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/**
 * The limits of a queue. Sends beyond them fail with {@link IllegalArgumentException} before anything is written.
 *
 * @param bodyBytes the largest body, in bytes of UTF-8; the default is well below Kafka's limit of 1 MiB for a record
 * @param delay the longest delay; due times up to the year 2286 can be stored
 * @param bulk the maximum number of messages in one call
 */
public record Limits(int bodyBytes, Duration delay, int bulk) {

    /** 256 KiB, 3,653 days, 1,000 messages. */
    public static final Limits DEFAULTS = new Limits(256 * 1024, Duration.ofDays(3653), 1000);

    public Limits {
        if (bodyBytes < 1) {
            throw new IllegalArgumentException("bodyBytes must be at least 1, but is " + bodyBytes);
        }
        if (delay.isNegative() || delay.compareTo(Duration.ofDays(36_525)) > 0) {
            throw new IllegalArgumentException("delay must be 0 to 36525d, but is " + DurationText.of(delay));
        }
        if (bulk < 1) {
            throw new IllegalArgumentException("bulk must be at least 1, but is " + bulk);
        }
    }

    /**
     * Checks a message.
     *
     * @param now by any clock: for a limit of years, its error does not matter
     * @throws IllegalArgumentException naming argument and value, if the message exceeds a limit
     */
    public void check(OutgoingMessage message, String text, Instant now) {
        if (message.delay() != null) {
            checkDelay(message.delay());
        }
        if (message.dueTime() != null
                && Duration.between(now, message.dueTime()).compareTo(delay) > 0) {
            throw new IllegalArgumentException(
                    "dueTime must be at most " + delay.toDays() + " days from now, but is " + message.dueTime());
        }
        if (text.length() > bodyBytes || (text.length() * 3L > bodyBytes && bytes(text) > bodyBytes)) {
            throw new IllegalArgumentException("body must have at most " + bodyBytes + " bytes, but has " + bytes(text)
                    + " (topic " + message.topic() + ")");
        }
    }

    /**
     * Checks a delay.
     *
     * @throws IllegalArgumentException if the delay is negative or too long
     */
    public void checkDelay(Duration asked) {
        Checks.notNegative("delay", asked);
        if (asked.compareTo(delay) > 0) {
            throw new IllegalArgumentException(
                    "delay must be at most " + DurationText.of(delay) + ", but is " + DurationText.of(asked));
        }
    }

    /**
     * Checks the number of messages in one call.
     *
     * @throws IllegalArgumentException if one call has more messages than allowed
     */
    public void checkBulk(int messages) {
        if (messages > bulk) {
            throw new IllegalArgumentException(
                    "messages must be at most " + bulk + " in one call, but are " + messages);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
