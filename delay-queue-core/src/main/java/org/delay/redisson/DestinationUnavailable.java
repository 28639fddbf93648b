package org.delay.redisson;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The destination does not accept messages at the moment; the message is not at fault. Thrown by
 * {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}. The message is released without
 * using up an attempt, and its topic waits. Other topics of the same destination are tried one at a time until it accepts
 * messages again. With {@link #ofTopic}, only this topic waits, and with {@link #ofMessage}, only this message.
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

    private static final Duration SOON = Duration.ofSeconds(1);

    private enum Scope {
        DESTINATION,
        TOPIC,
        MESSAGE
    }

    private final boolean mayStillArrive;
    private final Scope scope;
    private final Duration retryAfter;

    /**
     * The destination does not accept messages.
     *
     * @param mayStillArrive whether the message may have been delivered, so that it may still arrive
     */
    public DestinationUnavailable(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        this(message, mayStillArrive, Scope.DESTINATION, SOON, cause);
    }

    private DestinationUnavailable(
            String message, boolean mayStillArrive, Scope scope, Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.mayStillArrive = mayStillArrive;
        this.scope = scope;
        this.retryAfter = retryAfter;
    }

    /**
     * The destination does not accept messages of this topic. Other topics may be available.
     *
     * @param mayStillArrive whether the message may have been delivered, so that it may still arrive
     */
    public static DestinationUnavailable ofTopic(String message, boolean mayStillArrive, @Nullable Throwable cause) {
        return new DestinationUnavailable(message, mayStillArrive, Scope.TOPIC, SOON, cause);
    }

    /**
     * The destination does not accept this message at the moment, for example because its address is not there. This says nothing
     * of other messages, even of the same topic, which are delivered meanwhile.
     *
     * @param mayStillArrive whether the message may have been delivered, so that it may still arrive
     * @param retryAfter when the message is delivered again, from now on
     */
    public static DestinationUnavailable ofMessage(
            String message, boolean mayStillArrive, Duration retryAfter, @Nullable Throwable cause) {
        return new DestinationUnavailable(message, mayStillArrive, Scope.MESSAGE, retryAfter, cause);
    }

    /** Whether the message may still arrive. */
    public boolean mayStillArrive() {
        return mayStillArrive;
    }

    /** Whether only the message's topic is unavailable. */
    public boolean isOfTopicOnly() {
        return scope == Scope.TOPIC;
    }

    /** Whether only this message is not accepted. */
    public boolean isOfMessageOnly() {
        return scope == Scope.MESSAGE;
    }

    /** How long the message is left alone before it is delivered again: 1 s, unless it is {@linkplain #ofMessage said otherwise}. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
