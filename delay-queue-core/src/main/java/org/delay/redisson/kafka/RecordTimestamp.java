package org.delay.redisson.kafka;

import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.delay.redisson.DelayedMessage;

/**
 * Which time a message's record has in Kafka. A topic's retention, and the windows of stream processing, count from it.
 * Without a bean of this type it is {@link #CLAIM_TIME}.
 *
 * <p>Kafka refuses a time that is further from its own clock than the topic allows: by default more than an hour ahead. The
 * message is not at fault then: its topic is left aside until the clocks are right.
 */
@FunctionalInterface
public interface RecordTimestamp {

    /**
     * When the message was claimed for this delivery, by Redis's clock. A message that waited for long, while Kafka was down
     * for example, is kept by Kafka as long as any other.
     */
    RecordTimestamp CLAIM_TIME = DelayedMessage::claimTime;

    /**
     * When the message was first due, by Redis's clock. Where that is longer ago than the topic's retention, Kafka may delete
     * the record before anybody has read it.
     */
    RecordTimestamp DUE_TIME = DelayedMessage::dueTime;

    /** The record's time, to the millisecond; not before 1970. Called by several threads at once. */
    Instant of(DelayedMessage message);

    /** The record that a message is sent as. */
    default ProducerRecord<String, String> record(String topic, DelayedMessage message) {
        return KafkaRecord.of(topic, message, of(message));
    }
}
