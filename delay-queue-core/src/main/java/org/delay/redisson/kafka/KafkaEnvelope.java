package org.delay.redisson.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.broker.EnvelopeText;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka record that is to be sent later, byte for byte. Immutable, as long as nobody changes its arrays.
 *
 * @param partition null for the one that the key, or Kafka's client, chooses
 * @param timestamp milliseconds since the epoch; null for the one that messages without an envelope get
 * @param headers in their order; names may repeat
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record KafkaEnvelope(
        @Nullable Integer partition,
        @Nullable Long timestamp,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    private static final int FIXED = 4;

    public KafkaEnvelope {
        headers = List.copyOf(headers);
    }

    /** A record as serializers write it, without the headers of these names. */
    static <K, V> KafkaEnvelope of(
            ProducerRecord<K, V> record, RecordSerializers<K, V> serializers, Set<String> without) {
        byte[] key = serializers.key(record);
        byte[] value = serializers.value(record);
        List<Header> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            if (!without.contains(header.key())) {
                headers.add(header);
            }
        }
        return new KafkaEnvelope(record.partition(), record.timestamp(), key, value, headers);
    }

    /** As the body of a delayed message. */
    public String write() {
        List<byte @Nullable []> parts = new ArrayList<>(FIXED + 2 * headers.size());
        parts.add(number(partition));
        parts.add(number(timestamp));
        parts.add(key);
        parts.add(value);
        for (Header header : headers) {
            parts.add(header.key().getBytes(StandardCharsets.UTF_8));
            parts.add(header.value());
        }
        return EnvelopeText.write(parts);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static KafkaEnvelope read(String body) {
        List<byte @Nullable []> parts = EnvelopeText.read(body);
        if (parts.size() < FIXED || parts.size() % 2 != 0) {
            throw new IllegalArgumentException(
                    "The body is no envelope of a Kafka record: it has " + parts.size() + " parts");
        }
        String partition = text(parts.get(0));
        String timestamp = text(parts.get(1));
        List<Header> headers = new ArrayList<>();
        for (int i = FIXED; i < parts.size(); i += 2) {
            String name = text(parts.get(i));
            if (name == null) {
                throw new IllegalArgumentException("The body is no envelope of a Kafka record: a header has no name");
            }
            headers.add(new RecordHeader(name, parts.get(i + 1)));
        }
        return new KafkaEnvelope(
                partition == null ? null : Integer.valueOf(partition),
                timestamp == null ? null : Long.valueOf(timestamp),
                parts.get(2),
                parts.get(3),
                headers);
    }

    static KafkaEnvelope of(DelayedMessage message) {
        try {
            return read(message.body());
        } catch (IllegalArgumentException e) {
            throw new PermanentFailure("The record of message " + message.id() + " can't be read", e);
        }
    }

    ProducerRecord<Object, Object> record(
            String topic, DelayedMessage message, RecordTimestamp timestamps, EnvelopeHeaders with) {
        long time = timestamp == null ? timestamps.of(message).toEpochMilli() : timestamp;
        ProducerRecord<Object, Object> record = new ProducerRecord<>(topic, partition, time, key, value, headers);
        if (with == EnvelopeHeaders.AND_OF_DELIVERY) {
            RecordConverter.addHeaders(message, record);
        }
        return record;
    }

    private static byte @Nullable [] number(@Nullable Number number) {
        return number == null ? null : number.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String text(byte @Nullable [] part) {
        return part == null ? null : new String(part, StandardCharsets.UTF_8);
    }
}
