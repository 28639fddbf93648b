package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.broker.BatchOutcome;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Publishes delayed messages to RabbitMQ, and returns when the broker has confirmed and routed them.
 *
 * <p>It uses a connection of the application's factory that listeners do not use, with channels and publisher confirms of
 * its own. The application's settings for confirms and returns have no effect on it. A send waits for the broker for two
 * thirds of the lease.
 *
 * <p>Safe for use by many threads.
 */
@Slf4j
public final class RabbitSimpleMessageProducer implements AutoCloseable {

    private final PublisherConnection connection;
    private final MessageConverter converter;
    private final Duration timeout;
    private final ExecutorService publishers;
    private final RefusedKeys refused;

    private RabbitSimpleMessageProducer(ConnectionFactory source, MessageConverter converter, Duration lease) {
        this.connection = new PublisherConnection(source);
        this.converter = converter;
        this.timeout = lease.multipliedBy(2).dividedBy(3);
        this.refused = new RefusedKeys(System::nanoTime, timeout);
        CustomizableThreadFactory threads = new CustomizableThreadFactory("delay-queue-rabbit-");
        threads.setDaemon(true);
        this.publishers = Executors.newCachedThreadPool(threads);
    }

    /**
     * Publishes to the application's RabbitMQ.
     *
     * @param source the application's factory. It is neither changed nor closed
     * @param route where each message goes
     * @param contentType of all bodies, for example {@code application/json}
     * @param lease how long messages are claimed for
     */
    public static RabbitSimpleMessageProducer from(
            ConnectionFactory source, RabbitRoute route, String contentType, Duration lease) {
        return new RabbitSimpleMessageProducer(source, new MessageConverter(route, contentType), lease);
    }

    /** Connects, so that the first message does not wait for it. It does not fail if RabbitMQ is down. */
    public void warm() {
        try {
            connection.open();
        } catch (RuntimeException e) {
            log.debug("RabbitMQ can't be reached yet; the first message waits for it", e);
        }
    }

    /**
     * Publishes messages and waits until the broker has confirmed each of them. Messages for the same exchange are published in
     * their order.
     *
     * @throws DestinationUnavailable if RabbitMQ can't be reached, blocks the connection or does not answer in time, or
     *     this producer is closed. For this message only, if the exchange does not exist, the application may not write to
     *     it, or the broker rejects the message. Also if the broker answers, but does not confirm the message in time. In these
     *     cases it is for this topic only, if the route is {@linkplain RabbitRoute#isByTopic by topic}. No message is at fault
     * @throws PermanentFailure if RabbitMQ or its client will never accept the message, for example because it is too large
     * @throws DelayQueueException.OutcomeUnknown for a message that may have arrived, and that may be at fault
     * @throws RuntimeException for any other reason, for example a queue that does not exist
     * @throws PartialFailure if some messages are confirmed, or their failures differ; it has one of the above for each failed
     *     message
     * @throws InterruptedException if interrupted before any message was published. Later interruptions cause one of the above,
     *     and the thread stays interrupted
     */
    public void send(String topic, List<DelayedMessage> messages) throws PartialFailure, InterruptedException {
        publish(messages, converter::convert, converter.isByTopic() ? new TopicAddresses() : refused);
    }

    /** As {@link #send}, for messages whose bodies are {@link RabbitEnvelope}s, which know where to go. */
    void sendEnvelopes(List<DelayedMessage> messages) throws PartialFailure, InterruptedException {
        publish(messages, message -> RabbitEnvelope.of(message).addressed(message), refused);
    }

    private void publish(
            List<DelayedMessage> messages, Function<DelayedMessage, AddressedMessage> route, Addresses addresses)
            throws PartialFailure, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Deadlines deadlines = Deadlines.within(timeout);
        BatchOutcome outcome = new BatchOutcome(messages);
        new BatchPublisher(connection, publishers, addresses, deadlines, new MessageResults(addresses, outcome))
                .publish(addressed(messages, route, outcome));
        outcome.throwFailures();
    }

    private static List<AddressedMessage> addressed(
            List<DelayedMessage> messages, Function<DelayedMessage, AddressedMessage> route, BatchOutcome outcome) {
        List<AddressedMessage> addressed = new ArrayList<>();
        for (DelayedMessage message : messages) {
            try {
                addressed.add(route.apply(message));
            } catch (RuntimeException e) {
                outcome.failed(message, e);
            }
        }
        return addressed;
    }

    /** Ends what is running, and closes the channels. May be called again. */
    @Override
    public void close() {
        connection.close();
        publishers.shutdown();
    }
}
