package org.delay.redisson.reliability.composed;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Of a user's producer: throws an Error when its third record is confirmed, and then works. */
public final class ThrowingInterceptor implements ProducerInterceptor<String, String> {

    private static final int FATAL = 3;

    private final AtomicInteger confirmed = new AtomicInteger();

    @Override
    public ProducerRecord<String, String> onSend(ProducerRecord<String, String> kafkaRecord) {
        return kafkaRecord;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        if (confirmed.incrementAndGet() == FATAL) {
            throw new NoClassDefFoundError("a class of the interceptor's");
        }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
