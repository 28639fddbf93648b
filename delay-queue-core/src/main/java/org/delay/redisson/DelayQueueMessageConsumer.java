package org.delay.redisson;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages of a service's topics when they are due. Applications that have no Kafka subclass it:
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
 * <p>Called by several threads at once. Delivery is at least once: the same id may come again, after a crash for
 * example. A lease is kept on the messages for as long as the call runs, up to the configured processing time.
 */
public abstract class DelayQueueMessageConsumer {

    private volatile @Nullable BodyConverter bodyConverter;

    /**
     * Handles messages of one topic that are due. Returning means that all are done.
     *
     * @param messages 1 to {@link #batchSize(String)} of them, by priority and then by due time
     * @throws PartialFailure to have only the messages that it names tried again
     * @throws PermanentFailure to give all up: they become dead letters at once
     * @throws DestinationUnavailable to hand all back without using up an attempt
     * @throws DelayQueueException.OutcomeUnknown as any other exception, if they may yet arrive after all
     * @throws Exception any other, to have all tried again after a back-off that grows
     */
    protected abstract void processMessages(String topic, List<DelayedMessage> messages) throws Exception;

    /** The most messages that one call of {@link #processMessages} gets: 1 unless a subclass asks for more. */
    public int batchSize() {
        return 1;
    }

    /** As {@link #batchSize()}, for one topic: the same for all of them unless a subclass says otherwise. */
    public int batchSize(String topic) {
        return batchSize();
    }

    /**
     * Whether a call for this topic hands its messages on and waits until somebody else has them, a broker for example.
     * One that takes too long means then what {@link DestinationUnavailable} means, and uses up no attempt. False unless a
     * subclass says otherwise: a call that takes too long has failed.
     */
    public boolean forwards(String topic) {
        return false;
    }

    /**
     * The message's body as an object.
     *
     * @throws DelayQueueException.UnreadableBody if it is not of that type; left uncaught, the message becomes a dead
     *     letter at once
     * @throws IllegalStateException before {@link #readWith} was called
     */
    protected final <T> T read(DelayedMessage message, Class<T> type) {
        BodyConverter converter = bodyConverter;
        if (converter == null) {
            throw new IllegalStateException("No BodyConverter yet: it is set when dispatching starts");
        }
        try {
            return converter.read(message.body(), type);
        } catch (RuntimeException | StackOverflowError e) {
            throw new DelayQueueException.UnreadableBody(message.topic(), message.id(), type, e);
        }
    }

    /**
     * Sets the converter that {@link #read} uses. For whoever drives the consumer, before the first message.
     *
     * <p>Not to be overridden, and not final all the same: a consumer with {@code @Transactional}, for example, is driven
     * by way of a proxy, which can pass on to the consumer itself only what is not final.
     */
    public void readWith(BodyConverter converter) {
        this.bodyConverter = converter;
    }

    /** Hands messages to {@link #processMessages}. For whoever drives the consumer. */
    public final void deliver(String topic, List<DelayedMessage> messages) throws Exception {
        processMessages(topic, messages);
    }
}
