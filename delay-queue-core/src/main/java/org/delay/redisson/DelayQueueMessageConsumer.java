package org.delay.redisson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages of a service's topics when they are due. Applications without Kafka subclass it:
 *
 * <pre>{@code
 * @Component
 * class OrderTimeouts extends DelayQueueMessageConsumer {
 *
 *     private final Orders orders;
 *
 *     OrderTimeouts(Orders orders) {
 *         this.orders = orders;
 *     }
 *
 *     @Override
 *     protected void processMessages(String topic, List<DelayedMessage> messages) {
 *         for (DelayedMessage message : messages) {
 *             orders.cancelIfUnpaid(read(message, Order.class));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Called by several threads at once. Delivery is at least once: the same id may arrive again, for example after a crash. The
 * lease of the messages is renewed while the call runs, up to the configured processing time.
 */
public abstract class DelayQueueMessageConsumer {

    private volatile @Nullable BodyConverter bodyConverter;

    /**
     * Processes due messages of one topic. If it returns normally, all messages are acked.
     *
     * @param messages 1 to {@link #batchSize(String)} of them, by priority and then by due time
     * @throws PartialFailure to retry only the messages that it names
     * @throws PermanentFailure to turn all messages into dead letters at once
     * @throws DestinationUnavailable to release all messages without using up an attempt
     * @throws DelayQueueException.OutcomeUnknown to retry all messages if they may still arrive
     * @throws Exception any other exception, to retry all messages with exponential back-off
     */
    protected abstract void processMessages(String topic, List<DelayedMessage> messages) throws Exception;

    /** The maximum number of messages in one call of {@link #processMessages}. The default is 1. */
    public int batchSize() {
        return 1;
    }

    /** As {@link #batchSize()}, for one topic: the same for all topics by default. */
    public int batchSize(String topic) {
        return batchSize();
    }

    /**
     * Whether calls for this topic forward messages and wait until another system, such as a broker, has them. If so, a call that
     * takes too long counts as {@link DestinationUnavailable} and uses up no attempt. False by default: a call that takes too
     * long counts as a failure.
     */
    public boolean forwards(String topic) {
        return false;
    }

    /**
     * The message's body as an object.
     *
     * @throws DelayQueueException.UnreadableBody if it is not of that type; if you do not catch it, the message becomes a dead
     *     letter at once
     * @throws DestinationUnavailable if the converter needs something that is unavailable
     * @throws IllegalStateException before {@link #readWith} was called
     */
    protected final <T> T read(DelayedMessage message, Class<T> type) {
        BodyConverter converter = bodyConverter;
        if (converter == null) {
            throw new IllegalStateException("No BodyConverter yet: it is set when dispatching starts");
        }
        try {
            return converter.read(message.body(), type);
        } catch (DestinationUnavailable e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new DelayQueueException.UnreadableBody(message.topic(), message.id(), type, e);
        }
    }

    /**
     * Sets the converter that {@link #read} uses. The engine calls it before the first message.
     *
     * <p>Do not override it. It is not final, because a proxy, for example for {@code @Transactional}, can forward only calls of
     * non-final methods.
     */
    public void readWith(BodyConverter converter) {
        this.bodyConverter = converter;
    }

    /** Passes messages to {@link #processMessages}. The engine calls it. */
    public final void deliver(String topic, List<DelayedMessage> messages) throws Exception {
        processMessages(topic, messages);
    }
}
