package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.retrytopic.RetryTopicHeaders;
import org.springframework.kafka.support.KafkaHeaders;

class FailedRecordTest {

    private static final String GROUP = "billing";
    private static final String RETRY_TOPIC = "payment-retry-billing";

    private static ConsumerRecord<String, String> record(String topic, Headers headers) {
        return new ConsumerRecord<>(
                topic, 3, 70, 1000L, TimestampType.CREATE_TIME, 0, 0, "key", "value", headers, Optional.empty());
    }

    private static Headers ofRetry() {
        return new RecordHeaders()
                .add("own", new byte[] {1})
                .add(KafkaHeaders.ORIGINAL_TOPIC, org.delay.redisson.Headers.bytes("payment"))
                .add(
                        KafkaHeaders.ORIGINAL_PARTITION,
                        ByteBuffer.allocate(4).putInt(1).array())
                .add(
                        KafkaHeaders.ORIGINAL_OFFSET,
                        ByteBuffer.allocate(8).putLong(42).array())
                .add(
                        KafkaHeaders.ORIGINAL_TIMESTAMP,
                        ByteBuffer.allocate(8).putLong(900).array())
                .add(KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE, org.delay.redisson.Headers.bytes("LogAppendTime"))
                .add(KafkaHeaders.EXCEPTION_MESSAGE, org.delay.redisson.Headers.bytes("before"))
                .add(
                        RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS,
                        ByteBuffer.allocate(4).putInt(2).array());
    }

    @Test
    void aNewRecordIsItsOwnOriginal() {
        ConsumerRecord<String, String> record = record("payment", new RecordHeaders());

        FailedRecord failed = FailedRecord.of(record, GROUP);

        assertThat(failed.original()).isSameAs(record);
        assertThat(failed.nextId()).isEqualTo("3-70-1000-2");
    }

    @Test
    void aRecordOfTheRetryTopicIsTakenBackToItsOrigin() {
        FailedRecord failed = FailedRecord.of(record(RETRY_TOPIC, ofRetry()), GROUP);

        ConsumerRecord<?, ?> original = failed.original();
        assertThat(original.topic()).isEqualTo("payment");
        assertThat(original.partition()).isEqualTo(1);
        assertThat(original.offset()).isEqualTo(42);
        assertThat(original.timestamp()).isEqualTo(900);
        assertThat(original.timestampType()).isEqualTo(TimestampType.LOG_APPEND_TIME);
        assertThat(original.key()).isEqualTo("key");
        assertThat(original.value()).isEqualTo("value");
        assertThat(original.headers().toArray())
                .extracting(header -> header.key())
                .containsExactly("own");
        assertThat(failed.attempt()).isEqualTo(2);
        assertThat(failed.nextId()).isEqualTo("1-42-900-3");
    }

    /** Somebody sent it on with all its headers, or another group retries it. */
    @Test
    void elsewhereTheHeadersAreNotBelieved() {
        ConsumerRecord<String, String> sentOn = record("audit", ofRetry());

        assertThat(FailedRecord.of(sentOn, GROUP)).isEqualTo(new FailedRecord(sentOn, 1));
        assertThat(FailedRecord.of(record(RETRY_TOPIC, ofRetry()), "other").attempt())
                .isEqualTo(1);
    }

    @Test
    void headersThatCannotBeReadDoNotHoldUpThePartition() {
        for (String name : new String[] {
            KafkaHeaders.ORIGINAL_OFFSET,
            KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE,
            RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS
        }) {
            Headers missing = ofRetry().remove(name);
            Headers broken = ofRetry().remove(name).add(name, new byte[] {1});
            Headers empty = ofRetry().remove(name).add(name, null);

            assertThat(FailedRecord.of(record(RETRY_TOPIC, missing), GROUP).attempt())
                    .isEqualTo(1);
            assertThat(FailedRecord.of(record(RETRY_TOPIC, broken), GROUP).attempt())
                    .isEqualTo(1);
            assertThat(FailedRecord.of(record(RETRY_TOPIC, empty), GROUP).attempt())
                    .isEqualTo(1);
        }
    }
}
