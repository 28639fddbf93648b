package org.delay.redisson.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.retrytopic.RetryTopicHeaders;

/**
 * Makes the record that a listener gets again: what Spring's class would publish as a dead letter, with the header names of
 * spring-kafka's retry topics. Publishes nothing. Without the stack trace, which may be many times as large as the record. For one failure.
 */
final class RetryRecord extends DeadLetterPublishingRecoverer {

    private static final int ANY_PARTITION = -1;

    private @Nullable ProducerRecord<Object, Object> made;

    private RetryRecord(KafkaOperations<?, ?> template, String topic, int attempt) {
        super(template, (record, failure) -> new TopicPartition(topic, ANY_PARTITION));
        setHeaderNamesSupplier(RetryHeaderNames::get);
        excludeHeader(HeaderNames.HeadersToAdd.EX_STACKTRACE);
        addHeadersFunction((record, failure) -> new RecordHeaders()
                .add(
                        RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS,
                        ByteBuffer.allocate(Integer.BYTES).putInt(attempt).array()));
    }

    static ProducerRecord<Object, Object> of(
            FailedRecord failed, Exception failure, String topic, KafkaOperations<?, ?> template) {
        RetryRecord maker = new RetryRecord(template, topic, failed.nextAttempt());
        maker.accept(failed.original(), null, failure);
        ProducerRecord<Object, Object> made = maker.made;
        if (made == null) {
            throw new IllegalStateException("No record was made for topic " + topic);
        }
        return made;
    }

    @Override
    protected void send(
            ProducerRecord<Object, Object> record,
            KafkaOperations<Object, Object> template,
            ConsumerRecord<?, ?> failed) {
        made = record;
    }
}
