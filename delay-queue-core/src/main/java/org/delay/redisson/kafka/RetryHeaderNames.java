package org.delay.redisson.kafka;

import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames;
import org.springframework.kafka.support.KafkaHeaders;

/** The header names of spring-kafka's retry topics, where a listener finds what it was given before. */
final class RetryHeaderNames {

    private RetryHeaderNames() {}

    static HeaderNames get() {
        return HeaderNames.Builder.original()
                .offsetHeader(KafkaHeaders.ORIGINAL_OFFSET)
                .timestampHeader(KafkaHeaders.ORIGINAL_TIMESTAMP)
                .timestampTypeHeader(KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE)
                .topicHeader(KafkaHeaders.ORIGINAL_TOPIC)
                .partitionHeader(KafkaHeaders.ORIGINAL_PARTITION)
                .consumerGroupHeader(KafkaHeaders.ORIGINAL_CONSUMER_GROUP)
                .exception()
                .keyExceptionFqcn(KafkaHeaders.KEY_EXCEPTION_FQCN)
                .exceptionFqcn(KafkaHeaders.EXCEPTION_FQCN)
                .exceptionCauseFqcn(KafkaHeaders.EXCEPTION_CAUSE_FQCN)
                .keyExceptionMessage(KafkaHeaders.KEY_EXCEPTION_MESSAGE)
                .exceptionMessage(KafkaHeaders.EXCEPTION_MESSAGE)
                .keyExceptionStacktrace(KafkaHeaders.KEY_EXCEPTION_STACKTRACE)
                .exceptionStacktrace(KafkaHeaders.EXCEPTION_STACKTRACE)
                .build();
    }
}
