package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.broker.BatchOutcome;

/** What becomes of each message of a batch. It may be published more than once, if others of the batch are to blame. For one thread. */
@RequiredArgsConstructor
final class MessageResults {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Addresses addresses;
    private final BatchOutcome outcome;

    /** The ids of messages that may have arrived, though they are published again. */
    private final Set<String> handedOver = new HashSet<>();

    /** If not, it has failed. */
    boolean mayBePublished(AddressedMessage message) {
        DestinationUnavailable refusal = addresses.unavailable(message);
        if (refusal != null) {
            failed(message, refusal);
        }
        return refusal == null;
    }

    void leftNoTime(AddressedMessage message) {
        failed(message, DestinationUnavailable.ofMessage("RabbitMQ left no time for it", false, SOON, null));
    }

    /** It was handed to the client in a round that is repeated for the messages without an answer. */
    void handedOver(AddressedMessage message) {
        handedOver.add(message.message().id());
    }

    void answered(AddressedMessage message, Publication.State state) {
        switch (state) {
            case CONFIRMED -> addresses.accepted(message);
            case RETURNED -> failed(message, UnroutableMessage.noQueue(message));
            case REJECTED -> failed(message, addresses.keyRefused(message, AmqpFailures.rejection(message), null));
            case OPEN -> throw new IllegalArgumentException("It is not answered");
        }
    }

    /**
     * No answer comes, and it is not published again.
     *
     * @param published whether it was handed to the client, so that it may arrive
     * @param end why no answer comes
     */
    void unanswered(AddressedMessage message, boolean published, Throwable end) {
        if (AmqpFailures.isUnconfirmed(end)) {
            failed(message, addresses.unconfirmed(message, end));
            return;
        }
        addresses.undecided(message);
        failed(message, refusal(message, published || mayHaveArrived(message), end));
    }

    private RuntimeException refusal(AddressedMessage message, boolean mayHaveArrived, Throwable end) {
        if (!AmqpFailures.concernsAddress(end)) {
            return AmqpFailures.unanswered(message, mayHaveArrived, end);
        }
        String reason = AmqpFailures.refusal(message, end);
        return AmqpFailures.refusesKey(end)
                ? addresses.keyRefused(message, reason, end)
                : addresses.exchangeRefused(message, reason, end);
    }

    /** The failure says that the message may still arrive if an earlier round has published it. */
    private void failed(AddressedMessage message, RuntimeException failure) {
        boolean isUntold = mayHaveArrived(message)
                && failure instanceof DestinationUnavailable unavailable
                && !unavailable.mayStillArrive();
        outcome.failed(message.message(), isUntold ? mayStillArrive((DestinationUnavailable) failure) : failure);
    }

    private boolean mayHaveArrived(AddressedMessage message) {
        return handedOver.contains(message.message().id());
    }

    private static DestinationUnavailable mayStillArrive(DestinationUnavailable failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure.isOfMessageOnly()) {
            return DestinationUnavailable.ofMessage(text, true, failure.retryAfter(), failure);
        }
        return failure.isOfTopicOnly()
                ? DestinationUnavailable.ofTopic(text, true, failure)
                : new DestinationUnavailable(text, true, failure);
    }
}
