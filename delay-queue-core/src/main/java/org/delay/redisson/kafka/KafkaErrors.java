package org.delay.redisson.kafka;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
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
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Classifies the exceptions of Kafka's client by their types, and by their texts only if several errors share a type. */
final class KafkaErrors {

    /** After these a producer never works again, or would break the order of the records that it has yet to send. */
    private static final Set<Class<? extends Exception>> FATAL = Set.of(
            AuthenticationException.class,
            ClusterAuthorizationException.class,
            InvalidPidMappingException.class,
            InvalidProducerEpochException.class,
            OutOfOrderSequenceException.class,
            ProducerFencedException.class,
            UnknownProducerIdException.class,
            UnsupportedVersionException.class);

    private static final Pattern UNKNOWN_PARTITION =
            Pattern.compile("^Partition \\d+ of topic .* with partition count \\d+ ");

    private static final Pattern CLOSED = Pattern.compile("producer (has been|is) closed", Pattern.CASE_INSENSITIVE);

    /** The broker's text for a record timestamp outside the topic's limits; several of them have no type of their own. */
    private static final Pattern REJECTED_TIMESTAMP =
            Pattern.compile("^Timestamp -?\\d+ of message .* is out of range");

    /** The client's text for the valid records of a request that the broker rejected because of others in it. */
    private static final String REJECTED_WITH_OTHERS = "Failed to append record because it was part of a batch";

    private KafkaErrors() {}

    /** Whether the record names a partition that its topic does not have. The client waits for it, and says so in the text only. */
    static boolean isUnknownPartition(Exception failure) {
        return isTimeout(failure)
                && UNKNOWN_PARTITION
                        .matcher(String.valueOf(failure.getMessage()))
                        .find();
    }

    /**
     * Whether the failure concerns only one record, and the next one may succeed. Exceptions that are not Kafka's come from code
     * that handles the record, for example a producer that the application wraps around ours.
     */
    static boolean concernsOneRecord(Exception failure) {
        return isTooLarge(failure)
                || isUnknownPartition(failure)
                || failure instanceof SerializationException
                || !(failure instanceof KafkaException || isClosed(failure));
    }

    /**
     * Whether the producer must be replaced. A broken producer throws an exception without a type of its own at each send.
     *
     * @param accepted whether the producer had accepted the record
     */
    static boolean isFatal(Exception failure, boolean accepted) {
        return failure instanceof NoResponse
                || isClosed(failure)
                || (!accepted && failure.getClass() == KafkaException.class)
                || FATAL.stream().anyMatch(type -> type.isInstance(failure) || type.isInstance(failure.getCause()));
    }

    /** Why Kafka rejects all records of the topic, by the exception or by its cause; null if it says nothing about that. */
    static @Nullable TopicError topicError(Exception failure) {
        TopicError direct = topicErrorOf(failure);
        return direct == null ? topicErrorOf(failure.getCause()) : direct;
    }

    private static @Nullable TopicError topicErrorOf(@Nullable Throwable failure) {
        if (failure instanceof UnknownTopicOrPartitionException || failure instanceof UnknownTopicIdException) {
            return TopicError.UNKNOWN;
        }
        return failure instanceof TopicAuthorizationException ? TopicError.UNAUTHORIZED : null;
    }

    /** Whether a valid record was rejected because of other records in its request. It is surely not stored. */
    static boolean isRejectedWithOthers(Exception failure) {
        return failure.getClass() == KafkaException.class
                && String.valueOf(failure.getMessage()).startsWith(REJECTED_WITH_OTHERS);
    }

    static boolean isRejectedTimestamp(Exception failure) {
        return failure instanceof InvalidTimestampException
                || (failure instanceof InvalidRecordException
                        && REJECTED_TIMESTAMP
                                .matcher(String.valueOf(failure.getMessage()))
                                .find());
    }

    static boolean isTimeout(Exception failure) {
        return failure instanceof TimeoutException;
    }

    /** Whether the producer was closed. Kafka says so in the text only, and other code throws such exceptions too. */
    static boolean isClosed(Exception failure) {
        return (failure instanceof IllegalStateException || failure.getClass() == KafkaException.class)
                && CLOSED.matcher(String.valueOf(failure.getMessage())).find();
    }

    /** Whether Kafka will never accept the record. */
    static boolean isPermanent(Exception failure) {
        return isTooLarge(failure)
                || failure instanceof SerializationException
                || failure instanceof InvalidTopicException
                || failure instanceof InvalidRecordException;
    }

    static boolean isTooLarge(Exception failure) {
        return failure instanceof RecordTooLargeException || failure instanceof RecordBatchTooLargeException;
    }
}
