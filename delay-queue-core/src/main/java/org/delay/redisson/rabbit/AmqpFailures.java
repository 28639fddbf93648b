package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PermanentFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;

/**
 * Translates the broker's and its client's failures into those of the library, which say whether the message is at fault, whether a
 * retry can help, and whether the message may still arrive.
 */
final class AmqpFailures {

    private AmqpFailures() {}

    /** Whether one message of several may be at fault, so that the others must be published without it. */
    static boolean concernsOneMessage(@Nullable Throwable end) {
        return end instanceof PermanentFailure || replyCode(end) == AMQP.PRECONDITION_FAILED;
    }

    /**
     * The failure of a message without an answer.
     *
     * @param published whether it was handed to the client, so that it may arrive
     * @param end why no answer comes
     */
    static RuntimeException unanswered(AddressedMessage message, boolean published, Throwable end) {
        return replyCode(end) == AMQP.PRECONDITION_FAILED
                ? new PermanentFailure("RabbitMQ rejects the message: " + text(end), end)
                : withoutReply(message, published, end);
    }

    /** Whether the broker refuses an address, which says nothing of other addresses. */
    static boolean concernsAddress(@Nullable Throwable end) {
        return replyCode(end) == AMQP.NOT_FOUND || replyCode(end) == AMQP.ACCESS_REFUSED;
    }

    /** Whether it is only about the routing key: the application has permissions by topic, in the sense of topic exchanges. */
    static boolean refusesKey(@Nullable Throwable end) {
        return end != null && replyCode(end) == AMQP.ACCESS_REFUSED && text(end).contains("access to topic");
    }

    /** Whether only confirms are missing, perhaps of one queue. */
    static boolean isUnconfirmed(@Nullable Throwable end) {
        return end instanceof UnconfirmedException;
    }

    /** Why the broker does not take what goes to this message's address, and what to do. */
    static String refusal(AddressedMessage message, Throwable end) {
        if (replyCode(end) == AMQP.NOT_FOUND) {
            return "RabbitMQ has no exchange '" + message.exchange()
                    + "': declare it (in a Spring application with an Exchange bean)";
        }
        return "RabbitMQ does not allow this application to write to exchange '" + message.exchange() + "'"
                + (refusesKey(end) ? " with routing key '" + message.routingKey() + "'" : "")
                + ". Grant it write on the exchange";
    }

    /** Why the broker does not confirm a message, though it answers. */
    static String unconfirmed(AddressedMessage message) {
        return "RabbitMQ answers, but does not confirm messages for exchange '" + message.exchange()
                + "' and routing key '" + message.routingKey() + "': a queue has no quorum, or hangs";
    }

    private static RuntimeException withoutReply(AddressedMessage message, boolean published, Throwable end) {
        if (end instanceof PermanentFailure refused) {
            return refused;
        }
        if (end instanceof RejectedExecutionException) {
            return new DestinationUnavailable("The producer is closed", published, end);
        }
        if (end instanceof InterruptedException && !published) {
            return new DestinationUnavailable("Interrupted before it was published", false, end);
        }
        if (end instanceof TimeoutException) {
            return new DestinationUnavailable("RabbitMQ did not confirm in time", published, end);
        }
        if (end instanceof ShutdownSignalException || end instanceof AmqpException || end instanceof IOException) {
            return new DestinationUnavailable("RabbitMQ is not available: " + text(end), published, end);
        }
        return published
                ? new DelayQueueException.OutcomeUnknown(
                        message.message().topic(), Set.of(message.message().id()), end)
                : new DestinationUnavailable("Can't publish to RabbitMQ: " + text(end), false, end);
    }

    /** Why the broker rejected a message (basic.nack). */
    static String rejection(AddressedMessage message) {
        return "RabbitMQ rejects messages for exchange '" + message.exchange() + "' and routing key '"
                + message.routingKey() + "': a queue is full (x-overflow reject-publish) or not available";
    }

    /** Of a channel that the broker closed; 0 for anything else. */
    private static int replyCode(@Nullable Throwable end) {
        return end instanceof ShutdownSignalException signal
                        && !signal.isHardError()
                        && signal.getReason() instanceof AMQP.Channel.Close close
                ? close.getReplyCode()
                : 0;
    }

    private static String text(Throwable failure) {
        if (failure instanceof ShutdownSignalException signal) {
            if (signal.getReason() instanceof AMQP.Channel.Close close) {
                return close.getReplyText();
            }
            if (signal.getReason() instanceof AMQP.Connection.Close close) {
                return close.getReplyText();
            }
        }
        Throwable cause = failure.getCause();
        if (cause != null && cause != failure) {
            return text(cause);
        }
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
