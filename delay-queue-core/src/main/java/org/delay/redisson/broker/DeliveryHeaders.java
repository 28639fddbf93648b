package org.delay.redisson.broker;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.function.BiConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;

/** The headers that a broker gets with a message: the application's own, followed by those of {@link Headers}. */
public final class DeliveryHeaders {

    /** Always with milliseconds, so that all texts have one length. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter().withZone(ZoneOffset.UTC);

    /** A cached text. Messages of a batch often share a due time, and formatting is the most expensive step here. */
    private record FormattedTime(Instant time, String text) {}

    private static volatile FormattedTime last = new FormattedTime(Instant.EPOCH, TIME.format(Instant.EPOCH));

    private DeliveryHeaders() {}

    /** Passes each header's name and text to the consumer, in order. */
    public static void forEach(DelayedMessage message, BiConsumer<String, String> header) {
        message.headers().forEach(header);
        header.accept(Headers.ID, message.id());
        header.accept(Headers.DUE_TIME, text(message.dueTime()));
        header.accept(Headers.PRIORITY, Integer.toString(message.priority()));
        header.accept(Headers.ATTEMPT, Integer.toString(message.attempt()));
    }

    private static String text(Instant time) {
        FormattedTime formatted = last;
        if (!formatted.time().equals(time)) {
            formatted = new FormattedTime(time, TIME.format(time));
            last = formatted;
        }
        return formatted.text();
    }
}
