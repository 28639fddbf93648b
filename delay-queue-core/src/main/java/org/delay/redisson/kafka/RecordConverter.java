package org.delay.redisson.kafka;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;

/** Converts a delayed message to a record with its body, key and headers, followed by the headers of {@link Headers}. */
final class RecordConverter {

    /** Always with milliseconds, so that all texts have one length. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter().withZone(ZoneOffset.UTC);

    /** A cached text. Messages of a batch often share a due time, and formatting is the most expensive step here. */
    private record FormattedTime(Instant time, String text) {}

    private static volatile FormattedTime last = new FormattedTime(Instant.EPOCH, TIME.format(Instant.EPOCH));

    private RecordConverter() {}

    static ProducerRecord<String, String> of(String topic, DelayedMessage message, Instant timestamp) {
        ProducerRecord<String, String> record =
                new ProducerRecord<>(topic, null, timestamp.toEpochMilli(), message.key(), message.body());
        message.headers().forEach((name, value) -> add(record, name, value));
        add(record, Headers.ID, message.id());
        add(record, Headers.DUE_TIME, text(message.dueTime()));
        add(record, Headers.PRIORITY, Integer.toString(message.priority()));
        add(record, Headers.ATTEMPT, Integer.toString(message.attempt()));
        return record;
    }

    private static String text(Instant time) {
        FormattedTime formatted = last;
        if (!formatted.time().equals(time)) {
            formatted = new FormattedTime(time, TIME.format(time));
            last = formatted;
        }
        return formatted.text();
    }

    private static void add(ProducerRecord<String, String> record, String name, String value) {
        record.headers().add(name, Headers.bytes(value));
    }
}
