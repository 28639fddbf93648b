package org.delay.redisson.kafka;

import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;

/**
 * Translates Kafka's exceptions into those of the library, which say whether the message is at fault, whether a retry can help,
 * and whether the message may still arrive.
 *
 * <p>A failure of the send itself is certain, since the producer did not accept the record. Once it did, the record is
 * surely not stored only if the broker's response says so.
 */
final class ExceptionTranslator {

    private ExceptionTranslator() {}

    /** The failure of a record that the producer did not accept. */
    static RuntimeException notAccepted(String topic, Exception failure) {
        TopicError error = KafkaErrors.topicError(failure);
        if (error != null) {
            return error.failure(topic, failure);
        }
        if (KafkaErrors.isPermanent(failure)) {
            return permanent(topic, failure);
        }
        if (KafkaErrors.isUnknownPartition(failure)) {
            return new IllegalArgumentException(
                    "The record names a partition that topic '" + topic
                            + "' does not have: send it to another, or without one, or add partitions",
                    failure);
        }
        if (failure instanceof KafkaException || KafkaErrors.isClosed(failure)) {
            return new DestinationUnavailable(text("Kafka does not accept records", failure), false, failure);
        }
        return new IllegalStateException("Can't send to topic " + topic + ": " + failure.getMessage(), failure);
    }

    /**
     * The failure of a record that the producer accepted, and Kafka did not confirm.
     *
     * @param replaced whether the producer was closed meanwhile, which fails all records that it still had
     */
    static RuntimeException notConfirmed(String topic, DelayedMessage message, Exception failure, boolean replaced) {
        if (KafkaErrors.isRejectedTimestamp(failure)) {
            return rejectedTimestamp(topic, failure);
        }
        if (KafkaErrors.isRejectedWithOthers(failure)) {
            return DestinationUnavailable.ofTopic(
                    text("Kafka rejected other records of the same request", failure), false, failure);
        }
        if (KafkaErrors.isPermanent(failure)) {
            return permanent(topic, failure);
        }
        TopicError error = KafkaErrors.topicError(failure);
        if (error == TopicError.UNAUTHORIZED) {
            return error.failure(topic, failure);
        }
        if (error == TopicError.UNKNOWN) {
            return outcomeUnknown(topic, message, error.failure(topic, failure));
        }
        if (failure instanceof RetriableException
                || KafkaErrors.isFatal(failure, true)
                || (replaced && failure.getClass() == KafkaException.class)) {
            return new DestinationUnavailable(text("Kafka did not confirm", failure), true, failure);
        }
        return outcomeUnknown(topic, message, failure);
    }

    static DelayQueueException.OutcomeUnknown outcomeUnknown(String topic, DelayedMessage message, Throwable cause) {
        return new DelayQueueException.OutcomeUnknown(topic, Set.of(message.id()), cause);
    }

    /** The checked exception to throw. Clears the interrupted status, which Kafka's exception sets. */
    static InterruptedException interrupted(InterruptException e) {
        Thread.interrupted();
        InterruptedException interrupted = new InterruptedException("Interrupted while sending to Kafka");
        interrupted.initCause(e);
        return interrupted;
    }

    private static PermanentFailure permanent(String topic, Exception failure) {
        String what = failure instanceof InvalidTopicException
                ? "'" + topic + "' is not a valid name of a Kafka topic"
                : KafkaErrors.isTooLarge(failure)
                        ? "Too large for Kafka (" + ProducerConfig.MAX_REQUEST_SIZE_CONFIG
                                + " of the producer, max.message.bytes of topic " + topic + ")"
                        : "Kafka rejects the record for topic " + topic;
        return new PermanentFailure(text(what, failure), failure);
    }

    private static DestinationUnavailable rejectedTimestamp(String topic, Exception failure) {
        String what = "Kafka rejects the timestamp of a record for topic " + topic
                + ": compare the clocks of Redis and Kafka (message.timestamp.after.max.ms and"
                + " message.timestamp.before.max.ms of the topic)";
        return DestinationUnavailable.ofTopic(text(what, failure), false, failure);
    }

    private static String text(String what, Exception failure) {
        String kind = failure instanceof ApiException ? failure.getClass().getSimpleName() + ": " : "";
        return what + ": " + kind + failure.getMessage();
    }
}
