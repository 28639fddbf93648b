package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}: the destination
 * takes nothing at present, and the message is not at fault. It goes back to the queue without using up an attempt, and its
 * topic waits. Topics of the same destination that are delivered go on; the others are tried one at a time, unless only
 * the message's topic can't be delivered ({@link #ofTopic}).
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
     * Says that the destination takes nothing.
     *
     * @param mayStillArrive whether the message may have been handed over, so that it may arrive after all
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
     * Says that the destination takes nothing of the message's topic; of other topics this says nothing.
     *
     * @param mayStillArrive whether the message may have been handed over, so that it may arrive after all
     */
    public static DestinationUnavailable ofTopic(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        return new DestinationUnavailable(message, mayStillArrive, true, cause);
    }

    /** Whether the message may have been handed over. */
    public boolean mayStillArrive() {
        return mayStillArrive;
    }

    /** Whether it concerns the message's topic and no other. */
    public boolean isOfTopicOnly() {
        return ofTopicOnly;
    }
}
