package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.ProducerFactory;

/**
 * Sends delayed messages to Kafka, and returns when the broker has confirmed them.
 *
 * <p>It owns a producer that nobody else uses. The application's settings say where Kafka is and how to log in; what they
 * say of serializers, transactions and delivery guarantees has no effect here: text is sent, outside of any transaction,
 * with {@code acks=all} and idempotence. A send waits for metadata one sixth of the lease, at most 5 s, and for the
 * broker's confirmation two thirds of it.
 *
 * <p>Safe for use by many threads. The producer is made by the first {@link #warm()} or {@link #send}, also after
 * {@link #close()}.
 */
@Slf4j
public final class KafkaSimpleMessageProducer implements AutoCloseable {

    /** How long a topic that is missing is not asked for: a fraction of the time until its messages are dead letters. */
    private static final Duration MISSING_TOPIC_PAUSE = Duration.ofSeconds(10);

    private final PrivateProducerFactory factory;
    private final Duration lease;
    private final MissingTopics missingTopics;

    private @Nullable Producer<String, String> current;

    private KafkaSimpleMessageProducer(PrivateProducerFactory factory, Duration lease, Duration missingTopicPause) {
        this.factory = factory;
        this.lease = lease;
        this.missingTopics = new MissingTopics(missingTopicPause, System::nanoTime);
    }

    /**
     * Sends to where the application sends.
     *
     * @param source the application's, of any types; its configuration, listeners and post-processors are used, and it is
     *     neither changed nor closed
     * @param lease how long messages are claimed for, at least 1 s
     * @throws IllegalArgumentException if the source does not tell its configuration, or the lease is too short
     */
    public static KafkaSimpleMessageProducer from(ProducerFactory<?, ?> source, Duration lease) {
        return new KafkaSimpleMessageProducer(PrivateProducerFactory.from(source, lease), lease, MISSING_TOPIC_PAUSE);
    }

    /**
     * Sends to where a producer with this configuration would.
     *
     * @param configs a Kafka producer's
     * @param lease how long messages are claimed for, at least 1 s
     * @throws IllegalArgumentException if there is no {@code bootstrap.servers}, or the lease is too short
     */
    public static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease) {
        return from(configs, lease, MISSING_TOPIC_PAUSE);
    }

    static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease, Duration missingTopicPause) {
        return new KafkaSimpleMessageProducer(PrivateProducerFactory.from(configs, lease), lease, missingTopicPause);
    }

    /**
     * Makes the producer, so that the first message does not have to wait for it; it connects in the background. Does not
     * wait for Kafka, and does not fail if it is not there.
     */
    public void warm() {
        warm(List.of());
    }

    /**
     * Makes the producer and fetches what it must know of topics. Waits for Kafka, one sixth of the lease and at most
     * 5 s, so it is not for a thread that starts an application; does not fail if Kafka is not there.
     *
     * @param topics those that are soon to be sent to. To ask for a topic creates it, where the broker is configured so.
     */
    public void warm(Collection<String> topics) {
        try {
            Producer<String, String> producer = producer();
            topics.forEach(producer::partitionsFor);
        } catch (RuntimeException e) {
            log.debug("Kafka is not ready, the first message will wait for it", e);
        }
    }

    /**
     * Sends messages, those with the same key in their order, and waits for the broker's confirmation of each.
     *
     * @throws DestinationUnavailable if Kafka is not reached, or does not confirm within the time; no message is at fault
     * @throws PermanentFailure if Kafka will never take the messages: they are too large, or the topic's name is not valid
     * @throws DelayQueueException.OutcomeUnknown for a message that was handed over and may have arrived, if it can be at
     *     fault all the same
     * @throws IllegalStateException if the application is not allowed to write to the topic
     * @throws RuntimeException for any other reason, among them that there is no such topic
     * @throws PartialFailure if some messages are confirmed or failures differ; with one of the above for each that failed
     * @throws InterruptedException if interrupted; the messages may arrive all the same
     */
    public void send(String topic, List<DelayedMessage> messages) throws PartialFailure, InterruptedException {
        if (messages.isEmpty()) {
            return;
        }
        if (topic.equals(".") || topic.equals("..")) {
            // Asked for such a topic, the client logs an error each second for minutes.
            throw Failures.notSent(topic, new InvalidTopicException(topic));
        }
        if (missingTopics.contains(topic)) {
            throw new UnknownTopic(topic, null);
        }
        Producer<String, String> producer = availableProducer();
        Delivery delivery = new Delivery(topic, messages);
        delivery.send(producer);
        delivery.await(lease);
        if (delivery.isFatal()) {
            discard(producer);
        }
        Exception explanation = delivery.hasExpired() ? missing(producer, topic) : null;
        if (explanation != null || delivery.hasUnknownTopic()) {
            missingTopics.add(topic);
        } else {
            missingTopics.remove(topic);
        }
        delivery.throwFailures(explanation);
    }

    /** Closes the producer: at once if nothing is under way, else within 5 s. May be called again. */
    @Override
    public synchronized void close() {
        current = null;
        factory.reset();
    }

    private synchronized Producer<String, String> producer() {
        Producer<String, String> producer = factory.createProducer();
        current = producer;
        return producer;
    }

    private Producer<String, String> availableProducer() throws InterruptedException {
        try {
            return producer();
        } catch (InterruptException e) {
            throw Interruption.of(e);
        } catch (KafkaException e) {
            throw new DestinationUnavailable("No Kafka producer can be made: " + rootMessage(e), false, e);
        }
    }

    /** Closes a producer that is of no more use, unless that is done; the next send makes another. */
    private synchronized void discard(Producer<String, String> broken) {
        if (current == broken) {
            log.warn("The Kafka producer can't go on; another one takes its place");
            current = null;
            factory.reset();
        }
    }

    /**
     * Whether a topic of which Kafka confirmed nothing in time was deleted. What is known of a topic that is there is
     * answered at once.
     */
    private static @Nullable Exception missing(Producer<String, String> producer, String topic)
            throws InterruptedException {
        try {
            producer.partitionsFor(topic);
            return null;
        } catch (InterruptException e) {
            throw Interruption.of(e);
        } catch (TimeoutException e) {
            return Failures.isUnknownTopic(e) ? e : null;
        } catch (RuntimeException e) {
            log.debug("Topic {} can't be asked for", topic, e);
            return null;
        }
    }

    private static @Nullable String rootMessage(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure.getMessage() : rootMessage(cause);
    }
}
