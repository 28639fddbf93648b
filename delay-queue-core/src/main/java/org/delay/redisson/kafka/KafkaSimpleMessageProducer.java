package org.delay.redisson.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import lombok.extern.slf4j.Slf4j;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.kafka.Delivery.Circumstances;
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

    /** How long a topic that was refused is not asked for: a fraction of the time until its messages are dead letters. */
    private static final Duration REFUSED_TOPIC_PAUSE = Duration.ofSeconds(10);

    /** The client asks again for a missing topic after 1.2 s at most, unless it is configured otherwise. */
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(2);

    /** A request is refused once for all records at fault in it; more than that is bad luck, and left to the next delivery. */
    private static final int MOST_REFUSALS = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Duration lease;
    private final RecordTimestamp timestamp;
    private final RefusedTopics refusedTopics;

    /** Whether Kafka answered the last send that asked it. As long as it does not, nothing is answered from memory. */
    private volatile boolean answering = true;

    /** Guarded by the lock, as is {@link #current}. */
    private PrivateProducerFactory factory;

    private @Nullable Producer<String, String> current;

    private KafkaSimpleMessageProducer(
            PrivateProducerFactory factory, Duration lease, RecordTimestamp timestamp, Duration refusedTopicPause) {
        this.factory = factory;
        this.lease = lease;
        this.timestamp = timestamp;
        this.refusedTopics = new RefusedTopics(refusedTopicPause, System::nanoTime);
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
        return from(source, lease, RecordTimestamp.CLAIM_TIME);
    }

    /**
     * As {@link #from(ProducerFactory, Duration)}.
     *
     * @param timestamp which time each record has
     */
    public static KafkaSimpleMessageProducer from(
            ProducerFactory<?, ?> source, Duration lease, RecordTimestamp timestamp) {
        return new KafkaSimpleMessageProducer(
                PrivateProducerFactory.from(source, lease), lease, timestamp, REFUSED_TOPIC_PAUSE);
    }

    /**
     * Sends to where a producer with this configuration would.
     *
     * @param configs a Kafka producer's
     * @param lease how long messages are claimed for, at least 1 s
     * @throws IllegalArgumentException if there is no {@code bootstrap.servers}, or the lease is too short
     */
    public static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease) {
        return from(configs, lease, REFUSED_TOPIC_PAUSE);
    }

    static KafkaSimpleMessageProducer from(Map<String, Object> configs, Duration lease, Duration refusedTopicPause) {
        return new KafkaSimpleMessageProducer(
                PrivateProducerFactory.from(configs, lease), lease, RecordTimestamp.CLAIM_TIME, refusedTopicPause);
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
     * @throws DestinationUnavailable if Kafka is not reached, or does not confirm within the time; of the topic only, if the
     *     application is not allowed to write to it, or Kafka refuses a record's time. No message is at fault
     * @throws PermanentFailure if Kafka will never take the messages: they are too large, or the topic's name is not valid
     * @throws DelayQueueException.OutcomeUnknown for a message that was handed over and may have arrived, if it can be at
     *     fault all the same
     * @throws RuntimeException for any other reason, among them that there is no such topic
     * @throws PartialFailure if some messages are confirmed or failures differ; with one of the above for each that failed
     * @throws InterruptedException if interrupted before any was handed over; after that it is one of the above, and the
     *     thread stays interrupted
     */
    public void send(String topic, List<DelayedMessage> messages) throws PartialFailure, InterruptedException {
        if (messages.isEmpty()) {
            return;
        }
        if (topic.equals(".") || topic.equals("..")) {
            // Asked for such a topic, the client logs an error each second for minutes.
            throw Failures.notSent(topic, new InvalidTopicException(topic));
        }
        Refusal refusal = answering ? refusedTopics.instead(topic) : null;
        if (refusal != null) {
            throw refusal.failure(topic, null);
        }
        Producer<String, String> producer = availableProducer();
        long start = System.nanoTime();
        BooleanSupplier alive = networkOf(producer);
        Delivery delivery = new Delivery(topic, messages, timestamp);
        Circumstances circumstances;
        try {
            delivery.send(producer);
            delivery.await(lease, alive);
            for (int again = 0; again < MOST_REFUSALS && delivery.sendNeighboursAgain(producer); again++) {
                delivery.await(lease, alive);
            }
            circumstances = circumstances(producer, topic, delivery, alive, start);
        } catch (InterruptedException | RuntimeException | Error e) {
            if (!delivery.hasTaken()) {
                throw e;
            }
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            delivery.throwBrokenOff(e);
            return;
        }
        remember(topic, delivery, circumstances);
        delivery.throwFailures(circumstances);
    }

    private Circumstances circumstances(
            Producer<String, String> producer, String topic, Delivery delivery, BooleanSupplier alive, long start)
            throws InterruptedException {
        if (delivery.isFatal() || (delivery.hasUnanswered() && !alive.getAsBoolean())) {
            discard(producer);
        }
        Exception deleted = delivery.hasExpired() ? missing(producer, topic) : null;
        // Of those that wait for a denied topic Kafka's client may tell one, and let the others wait until their time
        // is up.
        boolean denied = refusedTopics.last(topic) == Refusal.DENIED;
        boolean answered = delivery.hasConfirmed() || delivery.isDenied();
        if (deleted != null || denied || delivery.refusal() != null) {
            answered |= heardOf(producer, System.nanoTime() - start + LONGEST_BACKOFF.toNanos());
        } else if (!delivery.hasUnanswered()) {
            // What was refused without asking says nothing.
            answered |= answering;
        }
        return new Circumstances(answered ? deleted : null, answered && denied, answered, isReplaced(producer));
    }

    private void remember(String topic, Delivery delivery, Circumstances circumstances) {
        answering = circumstances.answering();
        if (delivery.hasConfirmed()) {
            refusedTopics.remove(topic);
        } else if (answering) {
            Refusal said = delivery.refusal();
            if (said == null && circumstances.deleted() != null) {
                said = Refusal.MISSING;
            }
            if (said != null) {
                refusedTopics.add(topic, said);
            }
        }
    }

    /** Closes the producer: at once if nothing is under way, else within 5 s. May be called again. */
    @Override
    public void close() {
        PrivateProducerFactory old;
        lock.lock();
        try {
            old = factory;
            factory = old.next();
            current = null;
        } finally {
            lock.unlock();
        }
        old.reset();
    }

    private Producer<String, String> producer() {
        lock.lock();
        try {
            Producer<String, String> producer = factory.createProducer();
            current = producer;
            return producer;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client still speaks to the brokers by this producer. */
    private BooleanSupplier networkOf(Producer<String, String> producer) {
        lock.lock();
        try {
            return current == producer ? factory.network() : () -> true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isReplaced(Producer<String, String> producer) {
        lock.lock();
        try {
            return current != producer;
        } finally {
            lock.unlock();
        }
    }

    private Producer<String, String> availableProducer() throws InterruptedException {
        try {
            return producer();
        } catch (InterruptException e) {
            throw Interruption.of(e);
        } catch (RuntimeException e) {
            // Of the application's post-processors too: no message is at fault.
            answering = false;
            throw new DestinationUnavailable("No Kafka producer can be made: " + rootMessage(e), false, e);
        }
    }

    /** Closes a producer that is of no more use, unless that is done; the next send makes another. */
    private void discard(Producer<String, String> broken) {
        PrivateProducerFactory old;
        lock.lock();
        try {
            if (current != broken) {
                return;
            }
            old = factory;
            factory = old.next();
            current = null;
        } finally {
            lock.unlock();
        }
        log.warn("The Kafka producer can't go on; another one takes its place");
        old.reset();
    }

    /** Whether Kafka told the client of topics within this time: the client repeats for ever what it was told last. */
    private static boolean heardOf(Producer<String, String> producer, long nanos) {
        for (Metric metric : producer.metrics().values()) {
            MetricName name = metric.metricName();
            if (name.name().equals("metadata-age")
                    && name.group().equals("producer-metrics")
                    && metric.metricValue() instanceof Double seconds) {
                return seconds * 1e9 <= nanos;
            }
        }
        return true;
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
