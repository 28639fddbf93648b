package org.delay.redisson;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a delivered message, as UTF-8 text, and how to read them from a Kafka record. In a listener:
 *
 * <pre>{@code
 * @KafkaListener(topics = "offer")
 * void onOffer(Order order, @Header(Headers.ID) String id, @Header(Headers.DUE_TIME) String dueTime) {
 *     Duration late = Duration.between(Headers.dueTime(dueTime), Instant.now());
 *     orders.offer(order, id, late);
 * }
 * }</pre>
 *
 * <p>Declare each of them as a {@code String}: spring-kafka reads a numeric header as big-endian bytes.
 */
public final class Headers {

    /** The prefix of all names below; an application's own headers must not begin with it. */
    public static final String PREFIX = "delay-";

    /** The message's id: the same at every redelivery, so that a receiver can drop duplicates. */
    public static final String ID = PREFIX + "id";

    /** When the message was due, in ISO-8601 format, in UTC, with milliseconds. */
    public static final String DUE_TIME = PREFIX + "due-time";

    /** 0 to 9. */
    public static final String PRIORITY = PREFIX + "priority";

    /** The number of this delivery, starting at 1. */
    public static final String ATTEMPT = PREFIX + "attempt";

    /** The maximum size of a message's key and headers together, including names, in bytes of UTF-8. */
    public static final int MAX_BYTES = 64 * 1024;

    private static final int MAX_NAME_LENGTH = 200;

    private Headers() {}

    /** A header's text, from its UTF-8 bytes. */
    public static @Nullable String text(byte @Nullable [] value) {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** A header's UTF-8 bytes. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The value of {@link #DUE_TIME}.
     *
     * @throws java.time.format.DateTimeParseException if it is not one
     */
    public static Instant dueTime(String value) {
        return Instant.parse(value);
    }

    /** As {@link #dueTime(String)}, from the header's bytes. */
    public static Instant dueTime(byte[] value) {
        return dueTime(new String(value, StandardCharsets.UTF_8));
    }

    /**
     * The value of {@link #ATTEMPT} or {@link #PRIORITY}.
     *
     * @throws NumberFormatException if it is not one
     */
    public static int number(String value) {
        return Integer.parseInt(value);
    }

    /** As {@link #number(String)}, from the header's bytes. */
    public static int number(byte[] value) {
        return number(new String(value, StandardCharsets.UTF_8));
    }

    /**
     * The rule for the application's own headers. A name has 1 to 200 characters and does not begin with {@value #PREFIX}.
     * Name and value are valid Unicode.
     *
     * @throws IllegalArgumentException naming the header, if the rule is broken
     */
    public static void check(@Nullable String name, @Nullable String value) {
        if (name == null || name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("header name must have 1 to 200 characters, but is '" + name + "'");
        }
        if (name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(
                    "header name must not begin with '" + PREFIX + "', but is '" + name + "'");
        }
        if (value == null) {
            throw new IllegalArgumentException("header '" + name + "' must have a value, but is null");
        }
        Checks.unicode("header name", name);
        Checks.unicode("header '" + name + "'", value);
    }

    /**
     * The rule for a message's key and headers: valid Unicode, and {@value #MAX_BYTES} bytes together. Together with the largest
     * body that is allowed by default, they fit into a Kafka record of the default size.
     *
     * @throws IllegalArgumentException if the rule is broken
     */
    static void check(@Nullable String key, Map<String, String> headers) {
        long bytes = key == null ? 0 : bytes(Checks.unicode("key", key)).length;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            check(header.getKey(), header.getValue());
            bytes += bytes(header.getKey()).length + bytes(header.getValue()).length;
        }
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "key and headers must have at most " + MAX_BYTES + " bytes together, but have " + bytes);
        }
    }
}
