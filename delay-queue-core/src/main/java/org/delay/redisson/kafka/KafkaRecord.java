package org.delay.redisson.kafka;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;

/** A delayed message as a record: its body, key and headers, and after these the headers that tell where it comes from. */
final class KafkaRecord {

    /** Always with three digits for the milliseconds, so that texts have one length. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter().withZone(ZoneOffset.UTC);

    /** A time as text: many messages of a batch are often due at one time, and writing it costs more than all else here. */
    private record Written(Instant time, String text) {}

    private static volatile Written last = new Written(Instant.EPOCH, TIME.format(Instant.EPOCH));

    private KafkaRecord() {}

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
        Written written = last;
        if (!written.time().equals(time)) {
            written = new Written(time, TIME.format(time));
            last = written;
        }
        return written.text();
    }

    private static void add(ProducerRecord<String, String> record, String name, String value) {
        record.headers().add(name, Headers.bytes(value));
    }
}
