package org.delay.redisson.reliability.composed;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** An application's interceptor that throws an Error when the third record is confirmed, and works from then on. */
public final class ThrowingInterceptor implements ProducerInterceptor<String, String> {

    private static final int FATAL = 3;

    /** Of the JVM: a producer that replaces the broken one has another interceptor. */
    private static final AtomicInteger CONFIRMED = new AtomicInteger();

    @Override
    public ProducerRecord<String, String> onSend(ProducerRecord<String, String> kafkaRecord) {
        return kafkaRecord;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        if (CONFIRMED.incrementAndGet() == FATAL) {
            throw new NoClassDefFoundError("a class of the interceptor's");
        }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
