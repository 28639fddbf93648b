package org.delay.redisson.kafka;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka's exceptions mean for a message: whether it is at fault, whether a later attempt can help, and whether it
 * may arrive all the same.
 *
 * <p>A failure in the send itself is certain, since nothing was handed over; one that the broker's answer brings, or that
 * comes because there was none, is certain only where it says so.
 */
final class Failures {

    /** After these a producer never works again, or would break the order of what it has yet to send. */
    private static final Set<Class<? extends Exception>> FATAL = Set.of(
            AuthenticationException.class,
            ClusterAuthorizationException.class,
            InvalidPidMappingException.class,
            InvalidProducerEpochException.class,
            OutOfOrderSequenceException.class,
            ProducerFencedException.class,
            UnknownProducerIdException.class,
            UnsupportedVersionException.class);

    private static final Pattern CLOSED = Pattern.compile("producer (has been|is) closed", Pattern.CASE_INSENSITIVE);

    /** What the broker says of a record whose time is too far from its own; several get no exception of their own class. */
    private static final Pattern REFUSED_TIME = Pattern.compile("^Timestamp -?\\d+ of message .* is out of range");

    /** What the client says to the others of a request that was refused as a whole for some of its records. */
    private static final String REFUSED_NEIGHBOUR = "Failed to append record because it was part of a batch";

    private static final String UNAVAILABLE = "Kafka takes no records";

    private Failures() {}

    /** The failure of a record that was not taken. */
    static RuntimeException notSent(String topic, Exception failure) {
        Refusal refusal = refusal(failure);
        if (refusal != null) {
            return refusal.failure(topic, failure);
        }
        if (isPermanent(failure)) {
            return permanent(topic, failure);
        }
        if (failure instanceof KafkaException || isClosed(failure)) {
            return new DestinationUnavailable(text(UNAVAILABLE, failure), false, failure);
        }
        return new IllegalStateException("Topic " + topic + " can't be sent to: " + failure.getMessage(), failure);
    }

    /**
     * The failure of a record that was taken, and then not confirmed.
     *
     * @param replaced whether the producer was closed meanwhile, which fails all that it still had
     */
    static RuntimeException notConfirmed(String topic, DelayedMessage message, Exception failure, boolean replaced) {
        if (isRefusedTime(failure)) {
            return refusedTime(topic, failure);
        }
        if (isRefusedNeighbour(failure)) {
            return DestinationUnavailable.ofTopic(
                    text("Kafka refused other records of the same request", failure), false, failure);
        }
        if (isPermanent(failure)) {
            return permanent(topic, failure);
        }
        if (refusal(failure) == Refusal.DENIED) {
            return Refusal.DENIED.failure(topic, failure);
        }
        if ((failure instanceof RetriableException && !isUnknownTopic(failure))
                || isFatal(failure, true)
                || (replaced && failure.getClass() == KafkaException.class)) {
            return new DestinationUnavailable(text("Kafka did not confirm", failure), true, failure);
        }
        return unknown(topic, message, isUnknownTopic(failure) ? new UnknownTopic(topic, failure) : failure);
    }

    static DelayQueueException.OutcomeUnknown unknown(String topic, DelayedMessage message, Throwable cause) {
        return new DelayQueueException.OutcomeUnknown(topic, Set.of(message.id()), cause);
    }

    /**
     * Whether it says of one record what need not be true for the next. What is not Kafka's comes from code that looks at
     * the record: a producer that the application wraps around ours, for example.
     */
    static boolean concernsOneRecord(Exception failure) {
        return isTooLarge(failure)
                || failure instanceof SerializationException
                || !(failure instanceof KafkaException || isClosed(failure));
    }

    /**
     * Whether the producer is to be replaced. An exception without a class of its own is what a broken one throws at each
     * send.
     */
    static boolean isFatal(Exception failure, boolean taken) {
        return failure instanceof SentRecord.NoAnswer
                || isClosed(failure)
                || (!taken && failure.getClass() == KafkaException.class)
                || FATAL.stream().anyMatch(type -> type.isInstance(failure) || type.isInstance(failure.getCause()));
    }

    /** Whether Kafka answered that it has no such topic, by itself or as the reason of a time-out. */
    static boolean isUnknownTopic(Exception failure) {
        return refusal(failure) == Refusal.MISSING;
    }

    /** Why Kafka takes nothing for the topic, by itself or as the reason of a time-out; null if it does not say that. */
    static @Nullable Refusal refusal(Exception failure) {
        Refusal itself = refusalItself(failure);
        return itself == null ? refusalItself(failure.getCause()) : itself;
    }

    private static @Nullable Refusal refusalItself(@Nullable Throwable failure) {
        if (failure instanceof UnknownTopicOrPartitionException || failure instanceof UnknownTopicIdException) {
            return Refusal.MISSING;
        }
        return failure instanceof TopicAuthorizationException ? Refusal.DENIED : null;
    }

    /** Whether a record was refused only for the company that it was in, and surely not stored. */
    static boolean isRefusedNeighbour(Exception failure) {
        return failure.getClass() == KafkaException.class
                && String.valueOf(failure.getMessage()).startsWith(REFUSED_NEIGHBOUR);
    }

    private static boolean isRefusedTime(Exception failure) {
        return failure instanceof InvalidTimestampException
                || (failure instanceof InvalidRecordException
                        && REFUSED_TIME
                                .matcher(String.valueOf(failure.getMessage()))
                                .find());
    }

    static boolean isTimeout(Exception failure) {
        return failure instanceof TimeoutException;
    }

    /** Whether the producer was closed. Kafka says so in the text only, and others throw such exceptions too. */
    private static boolean isClosed(Exception failure) {
        return (failure instanceof IllegalStateException || failure.getClass() == KafkaException.class)
                && CLOSED.matcher(String.valueOf(failure.getMessage())).find();
    }

    private static boolean isPermanent(Exception failure) {
        return isTooLarge(failure)
                || failure instanceof SerializationException
                || failure instanceof InvalidTopicException
                || failure instanceof InvalidRecordException;
    }

    private static boolean isTooLarge(Exception failure) {
        return failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException;
    }

    private static PermanentFailure permanent(String topic, Exception failure) {
        String what = failure instanceof InvalidTopicException
                ? "'" + topic + "' can't be the name of a Kafka topic"
                : isTooLarge(failure)
                        ? "Too large for Kafka (" + ProducerConfig.MAX_REQUEST_SIZE_CONFIG
                                + " of the producer, max.message.bytes of topic " + topic + ")"
                        : "Kafka takes no such record for topic " + topic;
        return new PermanentFailure(text(what, failure), failure);
    }

    private static DestinationUnavailable refusedTime(String topic, Exception failure) {
        String what = "Kafka refuses the time of a record for topic " + topic
                + ": compare the clocks of Redis and Kafka (message.timestamp.after.max.ms and"
                + " message.timestamp.before.max.ms of the topic)";
        return DestinationUnavailable.ofTopic(text(what, failure), false, failure);
    }

    private static String text(String what, Exception failure) {
        String kind = failure instanceof ApiException ? failure.getClass().getSimpleName() + ": " : "";
        return what + ": " + kind + failure.getMessage();
    }
}
