package org.delay.redisson.kafka;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.retrytopic.RetryTopicHeaders;
import org.springframework.kafka.support.KafkaHeaders;

/**
 * A record whose listener failed.
 *
 * @param original the record as the group got it first: in its own topic, and without the headers of earlier failures
 * @param attempt the number of the delivery that failed, from 1
 */
record FailedRecord(ConsumerRecord<?, ?> original, int attempt) {

    private static final Set<String> HEADERS_OF_FAILURES = Set.of(
            KafkaHeaders.ORIGINAL_TOPIC,
            KafkaHeaders.ORIGINAL_PARTITION,
            KafkaHeaders.ORIGINAL_OFFSET,
            KafkaHeaders.ORIGINAL_TIMESTAMP,
            KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE,
            KafkaHeaders.ORIGINAL_CONSUMER_GROUP,
            KafkaHeaders.EXCEPTION_FQCN,
            KafkaHeaders.EXCEPTION_CAUSE_FQCN,
            KafkaHeaders.EXCEPTION_MESSAGE,
            RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS);

    /** What the headers say counts in the group's retry topic only. Elsewhere, somebody may have sent them on. */
    static FailedRecord of(ConsumerRecord<?, ?> record, String group) {
        Header topic = record.headers().lastHeader(KafkaHeaders.ORIGINAL_TOPIC);
        if (topic == null || !record.topic().equals(retryTopic(text(topic), group))) {
            return new FailedRecord(record, 1);
        }
        try {
            return retried(record, text(topic));
        } catch (BufferUnderflowException | NoSuchElementException e) {
            return new FailedRecord(record, 1);
        }
    }

    static String retryTopic(String topic, String group) {
        return topic + "-retry-" + group;
    }

    private static FailedRecord retried(ConsumerRecord<?, ?> record, String topic) {
        Headers headers = record.headers();
        ConsumerRecord<?, ?> original = new ConsumerRecord<Object, Object>(
                topic,
                bytes(headers, KafkaHeaders.ORIGINAL_PARTITION).getInt(),
                bytes(headers, KafkaHeaders.ORIGINAL_OFFSET).getLong(),
                bytes(headers, KafkaHeaders.ORIGINAL_TIMESTAMP).getLong(),
                TimestampType.forName(text(header(headers, KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE))),
                record.serializedKeySize(),
                record.serializedValueSize(),
                record.key(),
                record.value(),
                withoutFailures(headers),
                Optional.empty());
        return new FailedRecord(
                original,
                bytes(headers, RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS).getInt());
    }

    private static Headers withoutFailures(Headers headers) {
        Headers own = new RecordHeaders();
        for (Header header : headers) {
            if (!HEADERS_OF_FAILURES.contains(header.key())) {
                own.add(header);
            }
        }
        return own;
    }

    /**
     * The id of its next delivery. The same if the record fails again, because its offset was not committed; another one after a topic
     * was made anew, whose offsets begin again.
     */
    String nextId() {
        return "%d-%d-%d-%d".formatted(original.partition(), original.offset(), original.timestamp(), nextAttempt());
    }

    int nextAttempt() {
        return attempt + 1;
    }

    private static ByteBuffer bytes(Headers headers, String name) {
        byte @Nullable [] value = header(headers, name).value();
        return ByteBuffer.wrap(value == null ? new byte[0] : value);
    }

    private static Header header(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null) {
            throw new NoSuchElementException(name);
        }
        return header;
    }

    private static String text(Header header) {
        byte @Nullable [] value = header.value();
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }
}
