package org.delay.redisson.rabbit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.broker.BatchOutcome;
import org.jspecify.annotations.Nullable;

/** Publishes one batch, and finds out which messages of it are to blame if the broker closes the channel. For one thread. */
@RequiredArgsConstructor
final class BatchPublisher {

    /** To so many exchanges it publishes at the same time, each with a thread and a channel. */
    private static final int MOST_AT_ONCE = 16;

    private static final Duration SOON = Duration.ofSeconds(1);

    private final PublisherConnection connection;
    private final Executor publishers;

    /** Null if a refused address holds its topic, which the engine remembers. */
    private final @Nullable RefusedKeys refused;

    private final Deadlines deadlines;
    private final BatchOutcome outcome;
    private boolean publishedAny;

    /** The ids of messages that may have arrived, though they are published again. */
    private final Set<String> handedOver = new HashSet<>();

    /**
     * Publishes to each exchange on its own: one that does not exist closes the channel, and one with a queue that hangs takes all the
     * time. Beyond {@value #MOST_AT_ONCE} exchanges, the others wait for them.
     */
    void publish(List<AddressedMessage> batch) throws InterruptedException {
        List<List<AddressedMessage>> groups = List.copyOf(groups(batch, AddressedMessage::exchange));
        for (int from = 0; from < groups.size(); from += MOST_AT_ONCE) {
            publishAtOnce(groups.subList(from, Math.min(from + MOST_AT_ONCE, groups.size())));
        }
    }

    private void publishAtOnce(List<List<AddressedMessage>> groups) throws InterruptedException {
        List<Publication> publications =
                groups.stream().map(this::begin).flatMap(Optional::stream).toList();
        for (Publication publication : publications) {
            await(publication, publications);
        }
        for (Publication publication : publications) {
            end(publication);
        }
    }

    private static Collection<List<AddressedMessage>> groups(
            List<AddressedMessage> messages, Function<AddressedMessage, String> by) {
        Map<String, List<AddressedMessage>> groups = new LinkedHashMap<>();
        messages.forEach(message -> groups.computeIfAbsent(by.apply(message), unused -> new ArrayList<>())
                .add(message));
        return groups.values();
    }

    /** Empty if none of the messages may be published. */
    private Optional<Publication> begin(List<AddressedMessage> group) {
        if (!deadlines.mayStart()) {
            group.forEach(message -> failed(
                    message, DestinationUnavailable.ofMessage("RabbitMQ left no time for it", false, SOON, null)));
            return Optional.empty();
        }
        List<AddressedMessage> open =
                group.stream().filter(this::mayBePublished).toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Publication publication = new Publication(open, this::heard);
        try {
            publishers.execute(() -> connection.publish(publication, deadlines, this::suspect));
        } catch (RuntimeException | Error e) {
            publication.end(e);
        }
        return Optional.of(publication);
    }

    /** At once, so that others need not wait for the rest of the batch. */
    private void heard(AddressedMessage message) {
        if (refused != null) {
            refused.answered(message);
        }
    }

    private void suspect(Publication publication) {
        if (refused != null) {
            publication.forEachAwaited(refused::suspected);
        }
    }

    private void undecided(List<AddressedMessage> messages) {
        if (refused != null) {
            messages.forEach(refused::undecided);
        }
    }

    private void end(Publication publication) throws InterruptedException {
        List<AddressedMessage> open = publication.messages();
        List<Publication.State> states = publication.states();
        List<AddressedMessage> unanswered = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            if (states.get(i) == Publication.State.OPEN) {
                unanswered.add(open.get(i));
            } else {
                answered(open.get(i), states.get(i));
            }
        }
        Throwable end = publication.end();
        Collection<List<AddressedMessage>> parts = partsWithoutTheRefused(open, unanswered, end);
        if (parts.size() > 1 || (!parts.isEmpty() && unanswered.size() < open.size())) {
            for (int i = 0; i < open.size(); i++) {
                if (publication.isPublished(i)) {
                    handedOver.add(open.get(i).message().id());
                }
            }
            undecided(unanswered);
            for (List<AddressedMessage> part : parts) {
                publishAtOnce(List.of(part));
            }
            return;
        }
        for (int i = 0; i < open.size(); i++) {
            if (states.get(i) == Publication.State.OPEN) {
                failed(
                        open.get(i),
                        unanswered(
                                open.get(i),
                                publication.isPublished(i) || mayHaveArrived(open.get(i)),
                                requireNonNull(end)));
            }
        }
    }

    /** What is published again, each part on its own, since the end concerns some messages of several. */
    private static Collection<List<AddressedMessage>> partsWithoutTheRefused(
            List<AddressedMessage> open, List<AddressedMessage> unanswered, @Nullable Throwable end) {
        if (open.size() == 1) {
            return List.of();
        }
        if (AmqpFailures.concernsOneMessage(end)) {
            return unanswered.stream().map(List::of).toList();
        }
        return AmqpFailures.refusesKey(end) ? groups(unanswered, AddressedMessage::routingKey) : List.of();
    }

    private boolean mayBePublished(AddressedMessage message) {
        DestinationUnavailable refusal = refused == null ? null : refused.of(message);
        if (refusal != null) {
            failed(message, refusal);
        }
        return refusal == null;
    }

    /** The failure says that the message may still arrive if an earlier round has published it. */
    private void failed(AddressedMessage message, RuntimeException failure) {
        boolean isUntold = mayHaveArrived(message)
                && failure instanceof DestinationUnavailable unavailable
                && !unavailable.mayStillArrive();
        outcome.failed(message.message(), isUntold ? mayStillArrive((DestinationUnavailable) failure) : failure);
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

    private boolean mayHaveArrived(AddressedMessage message) {
        return handedOver.contains(message.message().id());
    }

    /** @param begun all that are published at the same time */
    private void await(Publication publication, List<Publication> begun) throws InterruptedException {
        try {
            if (!publication.await(deadlines.end())) {
                publication.end(new TimeoutException());
            }
        } catch (InterruptedException e) {
            begun.forEach(one -> one.end(e));
            publishedAny |= begun.stream().anyMatch(one -> one.isPublished(0));
            if (!publishedAny) {
                begun.forEach(one -> undecided(one.messages()));
                throw e;
            }
            Thread.currentThread().interrupt();
        }
        publishedAny = true;
    }

    private void answered(AddressedMessage message, Publication.State state) {
        if (state == Publication.State.RETURNED) {
            failed(message, UnroutableMessage.noQueue(message));
        } else if (state == Publication.State.REJECTED) {
            String reason = AmqpFailures.rejection(message);
            failed(
                    message,
                    refused == null
                            ? DestinationUnavailable.ofTopic(reason, false, null)
                            : refused.keyRefused(message, reason, null));
        } else if (refused != null) {
            refused.accepted(message);
        }
    }

    private RuntimeException unanswered(AddressedMessage message, boolean published, Throwable end) {
        boolean unconfirmed = AmqpFailures.isUnconfirmed(end);
        if (refused != null && unconfirmed) {
            return refused.unconfirmed(message, end);
        }
        undecided(List.of(message));
        if (!AmqpFailures.concernsAddress(end)) {
            return AmqpFailures.unanswered(message, published, end);
        }
        String reason = AmqpFailures.refusal(message, end);
        if (refused == null) {
            return DestinationUnavailable.ofTopic(reason, published && unconfirmed, end);
        }
        return AmqpFailures.refusesKey(end)
                ? refused.keyRefused(message, reason, end)
                : refused.exchangeRefused(message, reason, end);
    }
}
