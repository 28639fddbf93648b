package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends delayed messages to Kafka, and returns when the broker has confirmed them.
 *
 * <p>It owns a producer that no other code uses, with the servers and credentials of the application's configuration. The
 * application's serializers, transactions and delivery guarantees have no effect: this producer sends text, outside of any
 * transaction, with {@code acks=all} and idempotence. A send waits for metadata for one sixth of the lease, at most 5 s, and
 * for the broker's confirmation for two thirds of it. If the client breaks meanwhile, it waits for metadata once more.
 *
 * <p>Safe for use by many threads. The first {@link #warm()} or {@link #send} creates the producer, even after {@link #close()}.
 */
@Slf4j
public final class KafkaSimpleMessageProducer implements AutoCloseable {

    /** How long a rejected topic is not tried: a fraction of the time until its messages are dead letters. */
    private static final Duration TOPIC_RETRY_DELAY = Duration.ofSeconds(10);

    private final ReplaceableProducer producer;
    private final RecordTimestamp timestamp;
    private final BatchSender sender;

    private KafkaSimpleMessageProducer(
            DedicatedProducerFactory factory, Duration lease, RecordTimestamp timestamp, Duration topicRetryDelay) {
        this.producer = new ReplaceableProducer(factory);
        this.timestamp = timestamp;
        this.sender = new BatchSender(producer, lease, topicRetryDelay);
    }

    /**
     * Sends to the application's Kafka.
     *
     * @param source the application's factory, for records of any types. Its configuration, listeners and post-processors are
     *     used; it is neither changed nor closed
     * @param lease how long messages are claimed for, at least 1 s
     * @throws IllegalArgumentException if the source has no {@code bootstrap.servers}, or the lease is too short
     */
    public static KafkaSimpleMessageProducer from(ProducerFactory<?, ?> source, Duration lease) {
        return from(source, lease, RecordTimestamp.CLAIM_TIME);
    }

    /**
     * As {@link #from(ProducerFactory, Duration)}.
     *
     * @param timestamp sets the timestamp of each record
     */
    public static KafkaSimpleMessageProducer from(
            ProducerFactory<?, ?> source, Duration lease, RecordTimestamp timestamp) {
        return new KafkaSimpleMessageProducer(
                DedicatedProducerFactory.from(source, lease), lease, timestamp, TOPIC_RETRY_DELAY);
    }

    /**
     * Sends to the Kafka of this configuration.
     *
     * @param configs the configuration of a Kafka producer
     * @param lease how long messages are claimed for, at least 1 s
     * @throws IllegalArgumentException if there is no {@code bootstrap.servers}, or the lease is too short
     */
    public static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease) {
        return from(configs, lease, TOPIC_RETRY_DELAY);
    }

    static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease, Duration topicRetryDelay) {
        return new KafkaSimpleMessageProducer(
                DedicatedProducerFactory.from(configs, lease), lease, RecordTimestamp.CLAIM_TIME, topicRetryDelay);
    }

    /**
     * Creates the producer, so that the first message does not wait for it. It connects in the background: this method does not
     * wait for Kafka, and does not fail if Kafka is down.
     */
    public void warm() {
        warm(List.of());
    }

    /**
     * Creates the producer and fetches the metadata of topics. It waits for Kafka for up to one sixth of the lease, at most
     * 5 s. So do not call it on the thread that starts an application. It does not fail if Kafka is down.
     *
     * @param topics the topics of the first messages. If the broker creates topics automatically, this creates them
     */
    public void warm(Collection<String> topics) {
        try {
            Producer<Object, Object> current = producer.get();
            topics.forEach(current::partitionsFor);
        } catch (RuntimeException e) {
            log.debug("Kafka can't be reached yet; the first message waits for it", e);
        }
    }

    /**
     * Sends messages and waits until the broker has confirmed each of them. Messages with the same key keep their order.
     *
     * @throws DestinationUnavailable if Kafka can't be reached or does not confirm in time; for this topic only, if the
     *     application may not write to it or Kafka rejects a record's timestamp. No message is at fault
     * @throws PermanentFailure if Kafka will never accept the messages: they are too large, or the topic's name is not valid
     * @throws DelayQueueException.OutcomeUnknown for a message that the producer accepted, that may have arrived, and that may
     *     be at fault
     * @throws RuntimeException for any other reason, for example a topic that does not exist
     * @throws PartialFailure if some messages are confirmed, or their failures differ; it has one of the above for each failed
     *     message
     * @throws InterruptedException if interrupted before the producer accepted a message. Later interruptions cause one of the
     *     above, and the thread stays interrupted
     */
    public void send(String topic, List<DelayedMessage> messages) throws PartialFailure, InterruptedException {
        sender.send(
                topic,
                messages,
                message -> RecordConverter.of(topic, message, timestamp.of(message), message.key(), message.body()));
    }

    /** As {@link #send}, for messages whose bodies are {@link KafkaEnvelope}s of this Kafka topic. */
    void sendEnvelopes(String topic, List<DelayedMessage> messages, EnvelopeHeaders headers)
            throws PartialFailure, InterruptedException {
        sender.send(topic, messages, message -> KafkaEnvelope.of(message).record(topic, message, timestamp, headers));
    }

    /** Closes the producer: at once if nothing is in flight, otherwise within 5 s. May be called again. */
    @Override
    public void close() {
        producer.close();
    }
}
