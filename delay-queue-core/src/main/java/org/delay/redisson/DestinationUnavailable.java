package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * The destination accepts no messages at present; the message is not at fault. Thrown by
 * {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}. The message is released without
 * using up an attempt, and its topic waits. Other topics of the same destination are tried one at a time until the
 * destination accepts messages again, unless only this topic is unavailable ({@link #ofTopic}).
 *
 * <pre>{@code
 * @Override
 * protected void processMessages(String topic, List<DelayedMessage> messages) {
 *     Order order = read(messages.get(0), Order.class);
 *     try {
 *         payments.refund(order);
 *     } catch (Payments.NoSuchAccount e) {
 *         throw new PermanentFailure("no account for order " + order.id(), e);
 *     } catch (Payments.Closed e) {
 *         throw new DestinationUnavailable("payments are closed", false, e);
 *     }
 * }
 * }</pre>
 */
public class DestinationUnavailable extends RuntimeException {

    private final boolean mayStillArrive;
    private final boolean ofTopicOnly;

    /**
     * The destination accepts no messages.
     *
     * @param mayStillArrive whether the message may have been delivered, so that it may still arrive
     */
    public DestinationUnavailable(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        this(message, mayStillArrive, false, cause);
    }

    private DestinationUnavailable(
            String message, boolean mayStillArrive, boolean ofTopicOnly, @Nullable Throwable cause) {
        super(message, cause);
        this.mayStillArrive = mayStillArrive;
        this.ofTopicOnly = ofTopicOnly;
    }

    /**
     * The destination accepts no messages of this topic. Other topics may be available.
     *
     * @param mayStillArrive whether the message may have been delivered, so that it may still arrive
     */
    public static DestinationUnavailable ofTopic(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        return new DestinationUnavailable(message, mayStillArrive, true, cause);
    }

    /** Whether the message may still arrive. */
    public boolean mayStillArrive() {
        return mayStillArrive;
    }

    /** Whether only the message's topic is unavailable. */
    public boolean isOfTopicOnly() {
        return ofTopicOnly;
    }
}
