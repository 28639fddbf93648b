package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * No later attempt can succeed, so the message becomes a dead letter at once. Thrown by
 * {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}.
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
public class PermanentFailure extends RuntimeException {

    /** The message says why no later attempt can succeed. It is stored with the dead letter. */
    public PermanentFailure(String message) {
        this(message, null);
    }

    /** The message says why no later attempt can succeed. It is stored with the dead letter, with the first line of the cause. */
    public PermanentFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
