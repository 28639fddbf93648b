package org.delay.redisson.kafka;

import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;

/**
 * Sets the timestamp of a message's record in Kafka. A topic's retention and the windows of stream processing count from it.
 * The default is {@link #CLAIM_TIME}; declare a bean of this type to change it.
 *
 * <p>Kafka rejects a timestamp that differs from its own clock by more than the topic allows: by default, more than an hour
 * ahead. In that case, the topic waits until the clocks are right, and its messages do not use up attempts.
 */
@FunctionalInterface
public interface RecordTimestamp {

    /**
     * When the message was claimed for this delivery, by Redis's clock. Kafka then retains a message that waited for a long time,
     * for example while Kafka was down, as long as any other.
     */
    RecordTimestamp CLAIM_TIME = DelayedMessage::claimTime;

    /**
     * When the message was first due, by Redis's clock. If that is longer ago than the topic's retention, Kafka may delete
     * the record before any consumer has read it.
     */
    RecordTimestamp DUE_TIME = DelayedMessage::dueTime;

    /** Returns the record's timestamp, with millisecond precision and not before 1970. Called by several threads at once. */
    Instant of(DelayedMessage message);

    /** Converts the message to the record that is sent. */
    default ProducerRecord<String, String> record(String topic, DelayedMessage message) {
        return RecordConverter.of(topic, message, of(message), message.key(), message.body());
    }
}
