package org.delay.redisson.kafka;

import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.broker.DeliveryHeaders;
import org.jspecify.annotations.Nullable;

/** Makes records of delayed messages, with their headers. */
final class RecordConverter {

    private RecordConverter() {}

    /** Its record of its key and body, or of others in their place. */
    static <T> ProducerRecord<T, T> of(
            String topic, DelayedMessage message, Instant timestamp, @Nullable T key, T body) {
        ProducerRecord<T, T> record = new ProducerRecord<>(topic, null, timestamp.toEpochMilli(), key, body);
        addHeaders(message, record);
        return record;
    }

    static void addHeaders(DelayedMessage message, ProducerRecord<?, ?> record) {
        DeliveryHeaders.forEach(message, (name, value) -> record.headers().add(name, Headers.bytes(value)));
    }
}
