package org.delay.redisson.rabbit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Headers;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.ImmediateRequeueAmqpException;
import org.springframework.amqp.core.AmqpTemplate;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageDeliveryMode;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.retry.MessageBatchRecoverer;
import org.springframework.amqp.rabbit.retry.RepublishMessageRecoverer;
import org.springframework.amqp.rabbit.support.DefaultMessagePropertiesConverter;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * Lets a message whose listener failed come back to its queue after a back-off, and goes on with the next message meanwhile. The
 * message waits in the delay queue, with the exception in the headers of {@code RepublishMessageRecoverer} and the number of
 * failures in {@value #FAILURES}. When the back-off ends, the message goes where {@code RepublishMessageRecoverer} sends it.
 *
 * <p>If the listener takes batches, all messages of the batch come back, each on its own.
 *
 * <p>The message is stored before RabbitMQ gets the ack, so none is lost, and a crash in between delivers it twice. If it can't be
 * stored, it goes back to its queue at once. If the queue will never take it, for example because it is too large, it is treated as
 * after the last attempt.
 *
 * <p>Safe for use by many threads.
 */
@Slf4j
public class DelayingMessageRecoverer extends RepublishMessageRecoverer implements MessageBatchRecoverer {

    /** How often listeners have failed on the message: an integer, from 1. */
    public static final String FAILURES = Headers.PREFIX + "listener-failures";

    /** In characters. A frame's default limit of 128 KiB holds all headers. */
    private static final int MAX_STACK_TRACE = 8_000;

    private final DefaultMessagePropertiesConverter converter = new DefaultMessagePropertiesConverter();
    private final BackOff backOff;
    private final EnvelopeStore store;

    /**
     * Needs neither RabbitMQ nor the queue yet.
     *
     * @param errorTemplate publishes messages after the last attempt
     * @param errorExchange the exchange for them; null for the default exchange
     * @param errorRoutingKey their routing key; null for the original one behind {@code error.}
     * @param backOff asked for each message from its start; each pause is followed by an attempt
     * @param queue asked at each failure
     */
    public DelayingMessageRecoverer(
            AmqpTemplate errorTemplate,
            @Nullable String errorExchange,
            @Nullable String errorRoutingKey,
            BackOff backOff,
            Supplier<DelayQueueMessage> queue) {
        super(errorTemplate, errorExchange, errorRoutingKey);
        this.backOff = backOff;
        this.store = new EnvelopeStore(queue);
    }

    /** The topic of the delayed messages for a queue of RabbitMQ. */
    public static String delayTopic(String rabbitQueue) {
        return RabbitEnvelopeConsumer.delayTopic(RabbitEnvelopeConsumer.RETRY, rabbitQueue);
    }

    /**
     * Stores the message, or publishes it after the last attempt.
     *
     * @throws ImmediateRequeueAmqpException if it can't be stored now
     */
    @Override
    public void recover(Message message, @Nullable Throwable cause) {
        MessageProperties properties = message.getMessageProperties();
        restoreOrigin(properties);
        int failures = failures(properties) + 1;
        properties.setHeader(FAILURES, failures);
        Duration pause = pause(failures);
        String queue = properties.getConsumerQueue();
        if (pause == null || queue == null || !isStored(message, cause, queue, pause)) {
            super.recover(message, cause);
        }
    }

    /**
     * Stores each message of a batch whose listener failed.
     *
     * @throws ImmediateRequeueAmqpException if one can't be stored now; then RabbitMQ delivers all of them again, and those that were
     *     stored before it arrive twice
     */
    @Override
    public void recover(List<Message> messages, @Nullable Throwable cause) {
        messages.forEach(message -> recover(message, cause));
    }

    private boolean isStored(Message message, @Nullable Throwable cause, String queue, Duration pause) {
        try {
            store.store(delayTopic(queue), envelope(message, cause, queue), pause);
            return true;
        } catch (IllegalArgumentException e) {
            log.warn(
                    "A message of queue '{}' can't be delayed: {}. It gets no further attempt, and is republished to the error "
                            + "exchange",
                    queue,
                    e.getMessage());
            return false;
        } catch (DelayQueueException e) {
            throw new ImmediateRequeueAmqpException(
                    "The message goes back to queue '" + queue + "' at once, since it can't be delayed: "
                            + e.getMessage(),
                    e);
        }
    }

    private RabbitEnvelope envelope(Message message, @Nullable Throwable cause, String queue) {
        MessageProperties properties = message.getMessageProperties();
        Map<String, Object> headers = properties.getHeaders();
        if (cause != null) {
            String stackTrace = getStackTraceAsString(cause);
            headers.put(
                    X_EXCEPTION_STACKTRACE, stackTrace.substring(0, Math.min(stackTrace.length(), MAX_STACK_TRACE)));
            Throwable reason = cause.getCause();
            headers.put(X_EXCEPTION_MESSAGE, String.valueOf((reason == null ? cause : reason).getMessage()));
        }
        headers.put(X_ORIGINAL_EXCHANGE, properties.getReceivedExchange());
        headers.put(X_ORIGINAL_ROUTING_KEY, properties.getReceivedRoutingKey());
        if (properties.getDeliveryMode() == null) {
            properties.setDeliveryMode(MessageDeliveryMode.PERSISTENT);
        }
        return new RabbitEnvelope(
                "",
                queue,
                converter.fromMessageProperties(properties, StandardCharsets.UTF_8.name()),
                message.getBody());
    }

    /** A message that has come back was received from the default exchange. */
    private static void restoreOrigin(MessageProperties properties) {
        if (failures(properties) > 0) {
            properties.setReceivedExchange(properties.getHeader(X_ORIGINAL_EXCHANGE));
            properties.setReceivedRoutingKey(properties.getHeader(X_ORIGINAL_ROUTING_KEY));
        }
    }

    private static int failures(MessageProperties properties) {
        return properties.getHeaders().get(FAILURES) instanceof Number number ? number.intValue() : 0;
    }

    /** The pause after this many failures, or null if there is no further attempt. */
    private @Nullable Duration pause(int failures) {
        BackOffExecution execution = backOff.start();
        long millis = BackOffExecution.STOP;
        for (int i = 0; i < failures; i++) {
            millis = execution.nextBackOff();
            if (millis == BackOffExecution.STOP) {
                return null;
            }
        }
        return Duration.ofMillis(millis);
    }
}
