package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExceptionTranslatorTest {

    private static final DelayedMessage MESSAGE =
            new DelayedMessage("orders", "id-1", "secret", null, Map.of(), Instant.EPOCH, 4, 1);

    static Stream<Arguments> meanings() {
        Exception noTopic = new TimeoutException("not in metadata", new UnknownTopicOrPartitionException());
        return Stream.of(
                //        Kafka's                                    before it was taken           after
                arguments(new TimeoutException("waited"), DestinationUnavailable.class, DestinationUnavailable.class),
                arguments(
                        new BufferExhaustedException("full"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(new NetworkException("lost"), DestinationUnavailable.class, DestinationUnavailable.class),
                arguments(
                        new NotEnoughReplicasAfterAppendException("one"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(
                        new SaslAuthenticationException("no"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(
                        new ClusterAuthorizationException("no"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(
                        new OutOfOrderSequenceException("gap"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(
                        new IllegalStateException("Cannot perform operation after producer has been closed"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(new KafkaException("error state"), DestinationUnavailable.class, OutcomeUnknown.class),
                arguments(new UnknownServerException("?"), DestinationUnavailable.class, OutcomeUnknown.class),
                arguments(noTopic, UnknownTopic.class, OutcomeUnknown.class),
                arguments(
                        new TimeoutException(
                                "Partition 7 of topic orders with partition count 1 is not present in metadata after 60000 ms."),
                        IllegalArgumentException.class,
                        DestinationUnavailable.class),
                arguments(
                        new TopicAuthorizationException("orders"),
                        DestinationUnavailable.class,
                        DestinationUnavailable.class),
                arguments(new RecordTooLargeException("big"), PermanentFailure.class, PermanentFailure.class),
                arguments(new InvalidTopicException(".."), PermanentFailure.class, PermanentFailure.class),
                arguments(new InvalidRecordException("no key"), PermanentFailure.class, PermanentFailure.class),
                arguments(new SerializationException("what"), PermanentFailure.class, PermanentFailure.class),
                arguments(new ClassCastException("partitioner"), IllegalStateException.class, OutcomeUnknown.class));
    }

    static Stream<Exception> refusals() {
        return Stream.of(
                new TopicAuthorizationException("orders"),
                new InvalidTimestampException("Timestamp 5 of message with offset 0 is out of range."),
                new InvalidRecordException(
                        "Timestamp 5 of message with offset 0 is out of range. The timestamp should"),
                new KafkaException("Failed to append record because it was part of a batch which had one more more"
                        + " invalid records"));
    }

    /** Kafka answered that it did not store the record, and what it has against it is none of the message's. */
    @ParameterizedTest
    @MethodSource("refusals")
    void whatKafkaRefusesForNoFaultOfTheMessageUsesUpNoAttempt(Exception kafkas) {
        DestinationUnavailable failure =
                (DestinationUnavailable) ExceptionTranslator.notConfirmed("orders", MESSAGE, kafkas, false);

        assertThat(failure.mayStillArrive()).isFalse();
        assertThat(failure.isOfTopicOnly()).isTrue();
    }

    private static Arguments arguments(Exception kafkas, Class<?> before, Class<?> after) {
        return Arguments.of(kafkas, before, after);
    }

    @ParameterizedTest
    @MethodSource("meanings")
    void eachHasAMeaning(Exception kafkas, Class<?> before, Class<?> after) {
        RuntimeException notAccepted = ExceptionTranslator.notAccepted("orders", kafkas);
        RuntimeException notConfirmed = ExceptionTranslator.notConfirmed("orders", MESSAGE, kafkas, false);

        assertThat(notAccepted).isExactlyInstanceOf(before).hasMessageNotContaining("secret");
        assertThat(notConfirmed).isExactlyInstanceOf(after).hasMessageNotContaining("secret");
        if (notAccepted instanceof DestinationUnavailable unavailable) {
            assertThat(unavailable.mayStillArrive()).isFalse();
        }
        if (notConfirmed instanceof DestinationUnavailable unavailable) {
            assertThat(unavailable.mayStillArrive()).isNotEqualTo(unavailable.isOfTopicOnly());
        }
    }
}
