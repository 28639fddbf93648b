package org.delay.redisson.rabbit;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private final PublisherConnection connection;
    private final Executor publishers;

    /** Null if a refused address holds its topic, which the engine remembers. */
    private final @Nullable RefusedKeys refused;

    /** The {@link System#nanoTime()} at which it gives up. */
    private final long until;

    private final BatchOutcome outcome;
    private boolean begun;

    /** An exchange that does not exist closes the channel, which must not concern the messages for others. */
    void publish(List<AddressedMessage> batch) throws InterruptedException {
        for (List<AddressedMessage> group : groups(batch, AddressedMessage::exchange)) {
            publishGroup(group);
        }
    }

    private static Collection<List<AddressedMessage>> groups(
            List<AddressedMessage> messages, Function<AddressedMessage, String> by) {
        Map<String, List<AddressedMessage>> groups = new LinkedHashMap<>();
        messages.forEach(message -> groups.computeIfAbsent(by.apply(message), unused -> new ArrayList<>())
                .add(message));
        return groups.values();
    }

    private void publishGroup(List<AddressedMessage> group) throws InterruptedException {
        List<AddressedMessage> open =
                group.stream().filter(this::mayBePublished).toList();
        if (open.isEmpty()) {
            return;
        }
        Publication publication = new Publication(open);
        await(publication);
        List<AddressedMessage> unanswered = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            if (publication.state(i) == Publication.State.OPEN) {
                unanswered.add(open.get(i));
            } else {
                answered(open.get(i), publication.state(i));
            }
        }
        Throwable end = publication.end();
        Collection<List<AddressedMessage>> parts = partsWithoutTheRefused(open, unanswered, end);
        if (parts.size() > 1 || (!parts.isEmpty() && unanswered.size() < open.size())) {
            for (List<AddressedMessage> part : parts) {
                publishGroup(part);
            }
            return;
        }
        for (int i = 0; i < open.size(); i++) {
            if (publication.state(i) == Publication.State.OPEN) {
                outcome.failed(
                        open.get(i).message(),
                        unanswered(open.get(i), publication.isPublished(i), requireNonNull(end)));
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
            outcome.failed(message.message(), refusal);
        }
        return refusal == null;
    }

    private void await(Publication publication) throws InterruptedException {
        try {
            publishers.execute(() -> connection.publish(publication, until));
        } catch (RuntimeException | Error e) {
            publication.end(e);
        }
        try {
            if (!publication.await(until)) {
                publication.end(new TimeoutException());
            }
        } catch (InterruptedException e) {
            publication.end(e);
            if (!begun && !publication.isPublished(0)) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } finally {
            begun = true;
        }
    }

    private void answered(AddressedMessage message, Publication.State state) {
        if (state == Publication.State.RETURNED) {
            outcome.failed(message.message(), UnroutableMessage.noQueue(message));
        } else if (state == Publication.State.REJECTED) {
            String reason = AmqpFailures.rejection(message);
            outcome.failed(
                    message.message(),
                    refused == null
                            ? DestinationUnavailable.ofTopic(reason, false, null)
                            : refused.keyRefused(message, reason, null));
        } else if (refused != null) {
            refused.accepted(message);
        }
    }

    private RuntimeException unanswered(AddressedMessage message, boolean published, Throwable end) {
        if (!AmqpFailures.refusesAddress(end)) {
            return AmqpFailures.unanswered(message, published, end);
        }
        String reason = AmqpFailures.refusal(message, end);
        if (refused == null) {
            return DestinationUnavailable.ofTopic(reason, false, end);
        }
        return AmqpFailures.refusesKey(end)
                ? refused.keyRefused(message, reason, end)
                : refused.exchangeRefused(message, reason, end);
    }
}
