package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}: no later attempt
 * can help, so the message becomes a dead letter at once.
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

    /** Says why no later attempt can help; it is kept with the dead letter. */
    public PermanentFailure(String message) {
        this(message, null);
    }

    /** Says why no later attempt can help; it is kept with the dead letter, as the cause's first line is. */
    public PermanentFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
