package org.delay.redisson.rabbit;

import com.rabbitmq.client.Channel;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.AmqpIllegalStateException;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.connection.PendingConfirm;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/**
 * A {@code RabbitTemplate} that sends a message with the header {@code x-delay} later, as RabbitMQ's delayed message exchange would:
 * it stores exchange, routing key, properties and body in the delay queue, and needs no RabbitMQ for that. All other messages go to
 * RabbitMQ at once.
 *
 * <p>Without {@code CorrelationData}, a delayed send returns when the message is stored, or throws. With it, the send does not
 * wait, and the data's future and the confirm callback tell the outcome: ack when it is stored, else nack with the reason. A
 * transaction of RabbitMQ does not include the send: the message is stored even if the transaction rolls back.
 *
 * <p>A delayed message can be cancelled by the {@linkplain #delayTopic topic} of its exchange and by its message id, which is
 * generated if it is missing.
 */
@Slf4j
public class DelayingRabbitTemplate extends RabbitTemplate {

    /** RabbitMQ's name for the exchange whose name is empty. */
    private static final String DEFAULT_EXCHANGE = "amq.default";

    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final EnvelopeStore store;
    private final AtomicLong warnAt = new AtomicLong(System.nanoTime());

    /**
     * Needs neither RabbitMQ nor the queue yet.
     *
     * @param queue asked at each delayed send
     */
    public DelayingRabbitTemplate(ConnectionFactory connections, Supplier<DelayQueueMessage> queue) {
        super(connections);
        this.store = new EnvelopeStore(queue);
    }

    /**
     * The topic of the delayed messages for an exchange.
     *
     * @param exchange empty for the default exchange
     */
    public static String delayTopic(String exchange) {
        return RabbitEnvelopeConsumer.delayTopic(
                RabbitEnvelopeConsumer.TEMPLATE, exchange.isEmpty() ? DEFAULT_EXCHANGE : exchange);
    }

    /**
     * As {@code RabbitTemplate}, unless the message has a positive {@code x-delay}.
     *
     * @throws IllegalArgumentException naming header or argument and its value, if the delay can't be read, or exceeds the queue's
     *     limits, or the body does; with {@code CorrelationData}, only if the delay can't be read
     * @throws AmqpException if the message is not stored, or if that is uncertain; never with {@code CorrelationData}
     */
    @Override
    public void send(
            @Nullable String exchange,
            @Nullable String routingKey,
            Message message,
            @Nullable CorrelationData correlationData) {
        Duration delay = MessageDelay.of(message.getMessageProperties());
        if (delay == null) {
            super.send(exchange, routingKey, message, correlationData);
            return;
        }
        if (message.getMessageProperties().getMessageId() == null) {
            message.getMessageProperties().setMessageId(UUID.randomUUID().toString());
        }
        RabbitEnvelope envelope = CapturedPublish.by(
                        channel -> doSend(channel, exchange, routingKey, message, false, correlationData))
                .without(MessageDelay.HEADER);
        if (correlationData == null) {
            store(envelope, delay);
        } else {
            var unused = storeAsync(envelope, delay)
                    .whenComplete((stored, failure) -> confirm(envelope, correlationData, failure));
        }
    }

    private void store(RabbitEnvelope envelope, Duration delay) {
        try {
            store.store(delayTopic(envelope.exchange()), envelope, delay);
        } catch (DelayQueueException e) {
            throw new AmqpException("The delayed message was not stored, or may not be: " + e.getMessage(), e);
        }
        handleConfirm(new PendingConfirm(null, 0), true);
    }

    private CompletableFuture<?> storeAsync(RabbitEnvelope envelope, Duration delay) {
        try {
            return store.storeAsync(delayTopic(envelope.exchange()), envelope, delay);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void confirm(RabbitEnvelope envelope, CorrelationData correlation, @Nullable Throwable failure) {
        PendingConfirm confirm = new PendingConfirm(correlation, 0);
        String reason = failure == null
                ? null
                : String.valueOf(EnvelopeStore.cause(failure).getMessage());
        if (reason != null) {
            confirm.setCause(reason);
            warn(envelope.exchange(), reason);
        }
        correlation.getFuture().complete(new CorrelationData.Confirm(failure == null, reason));
        handleConfirm(confirm, failure == null);
    }

    /** Each message's failure is told by its correlation. */
    private void warn(String exchange, String reason) {
        long now = System.nanoTime();
        long at = warnAt.get();
        if (now - at >= 0 && warnAt.compareAndSet(at, now + BETWEEN_WARNINGS.toNanos())) {
            log.warn(
                    "A delayed message for exchange '{}' was not stored, or may not be: {}. Its CorrelationData says so; the "
                            + "application must send it again",
                    exchange,
                    reason);
        }
    }

    /** Refuses a delay that {@link #send} did not see, because the message would arrive at once. */
    @Override
    protected void sendToRabbit(
            Channel channel, String exchange, String routingKey, boolean mandatory, Message message) {
        if (!CapturedPublish.isOne(channel) && MessageDelay.of(message.getMessageProperties()) != null) {
            throw new AmqpIllegalStateException("This message can't be delayed: a request that waits for its reply, "
                    + "doSend, or a header 'x-delay' that a before-publish processor has set. Send it without 'x-delay', or "
                    + "by send or convertAndSend with the header set before");
        }
        super.sendToRabbit(channel, exchange, routingKey, mandatory, message);
    }

    @Override
    protected boolean isChannelLocallyTransacted(Channel channel) {
        return !CapturedPublish.isOne(channel) && super.isChannelLocallyTransacted(channel);
    }
}
