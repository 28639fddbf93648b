package org.delay.redisson.benchmark.contender;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message to send. Its body contains a number and the due time, so its receiver can compute the lateness.
 *
 * @param id what the message is to be called, where the contender knows ids; null where it may choose
 */
public record Parcel(@Nullable String id, String body, Instant due) {

    private static final String PADDING = "x";

    /**
     * A message without an id.
     *
     * @param size how many bytes the body has; more if it has no room for what it tells
     */
    public static Parcel of(long number, Instant due, int size) {
        String told = due.toEpochMilli() + " " + number + " ";
        return new Parcel(null, told + PADDING.repeat(Math.max(0, size - told.length())), due);
    }

    public Parcel withId(String name) {
        return new Parcel(name, body, due);
    }

    /** When the message with this body is due, in milliseconds since the epoch. */
    public static long dueMillis(String body) {
        return Long.parseLong(body.substring(0, body.indexOf(' ')));
    }
}
