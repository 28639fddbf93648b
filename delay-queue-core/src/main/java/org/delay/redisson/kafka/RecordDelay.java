package org.delay.redisson.kafka;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which a {@link DelayingKafkaTemplate} knows that a record is to be sent later, as UTF-8 text. They are not sent with
 * the record.
 *
 * <pre>{@code
 * return template.send(RecordDelay.by(new ProducerRecord<>("order-timeout", order), Duration.ofMinutes(30)));
 * }</pre>
 */
public final class RecordDelay {

    /** The delay in milliseconds, 0 or more. */
    public static final String DELAY = org.delay.redisson.Headers.PREFIX + "ms";

    /** When the record is to be sent, in ISO-8601 format, in UTC. A time in the past is now. */
    public static final String DUE_TIME = org.delay.redisson.Headers.DUE_TIME;

    /** The id of the delayed message, by which it can be cancelled. Generated if it is missing. */
    public static final String ID = org.delay.redisson.Headers.ID;

    private static final String ATTEMPT = org.delay.redisson.Headers.ATTEMPT;

    private RecordDelay() {}

    /** Sets the delay of a record, and returns the record. */
    public static <K, V> ProducerRecord<K, V> by(ProducerRecord<K, V> record, Duration delay) {
        forgetDelivery(record.headers());
        set(record.headers(), DELAY, String.valueOf(delay.toMillis()));
        return record;
    }

    /** Sets when a record is to be sent, and returns the record. */
    public static <K, V> ProducerRecord<K, V> until(ProducerRecord<K, V> record, Instant dueTime) {
        forgetDelivery(record.headers());
        set(record.headers(), DUE_TIME, dueTime.toString());
        return record;
    }

    /** Sets the id of the delayed message, and returns the record. */
    public static <K, V> ProducerRecord<K, V> withId(ProducerRecord<K, V> record, String id) {
        forgetDelivery(record.headers());
        set(record.headers(), ID, id);
        return record;
    }

    /** Whether a record is to be sent later. A due time beside an attempt is that of a delivery, whose headers are sent on. */
    static boolean isGiven(Headers headers) {
        return headers.lastHeader(DELAY) != null || (headers.lastHeader(DUE_TIME) != null && !isDelivered(headers));
    }

    private static boolean isDelivered(Headers headers) {
        return headers.lastHeader(ATTEMPT) != null;
    }

    /** An id beside an attempt is that of a delivery. Records that are made from one delivery would replace each other. */
    private static void forgetDelivery(Headers headers) {
        if (isDelivered(headers)) {
            Stream.of(ID, DUE_TIME, ATTEMPT, org.delay.redisson.Headers.PRIORITY)
                    .forEach(headers::remove);
        }
    }

    /**
     * Passes the delay and the id on.
     *
     * @throws IllegalArgumentException naming the header and its value, if one can't be read
     */
    static void pass(Headers headers, OutgoingMessage.Builder message) {
        Header delay = headers.lastHeader(DELAY);
        Header dueTime = headers.lastHeader(DUE_TIME);
        if (delay != null) {
            message.delay(delay(delay));
        } else if (dueTime != null) {
            message.dueTime(dueTime(dueTime));
        }
        Header id = headers.lastHeader(ID);
        message.id(id == null || isDelivered(headers) ? null : text(id));
    }

    private static Duration delay(Header header) {
        String text = text(header);
        try {
            return Duration.ofMillis(new BigDecimal(text.trim()).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "header '" + DELAY + "' must be a whole number of milliseconds as text, but is " + shown(text)
                            + "; the record was not sent",
                    e);
        }
    }

    private static Instant dueTime(Header header) {
        String text = text(header);
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "header '" + DUE_TIME + "' must be a time such as 2030-01-31T12:00:00Z, but is " + shown(text)
                            + "; the record was not sent",
                    e);
        }
    }

    /** Without the quotes that spring-kafka's header mapper puts around a text that came in a {@code Message}. */
    private static String text(Header header) {
        byte @Nullable [] value = header.value();
        String text = value == null ? "" : new String(value, StandardCharsets.UTF_8);
        boolean isQuoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return isQuoted ? text.substring(1, text.length() - 1) : text;
    }

    private static String shown(String text) {
        boolean isText = text.chars().noneMatch(Character::isISOControl);
        return isText ? "'" + text + "'" : "no text";
    }

    private static void set(Headers headers, String name, String value) {
        var unused = headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
