package org.delay.redisson.rabbit;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** Publishes one batch, and finds out which messages of it are to blame if the broker closes the channel. For one thread. */
@RequiredArgsConstructor
final class BatchPublisher {

    /** To so many exchanges it publishes at the same time, each with a thread and a channel. */
    private static final int MOST_AT_ONCE = 16;

    private final PublisherConnection connection;
    private final Executor publishers;

    private final Addresses addresses;
    private final Deadlines deadlines;
    private final MessageResults results;
    private boolean publishedAny;

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
            group.forEach(results::leftNoTime);
            return Optional.empty();
        }
        List<AddressedMessage> open =
                group.stream().filter(results::mayBePublished).toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Publication publication = new Publication(open, addresses::answered);
        try {
            publishers.execute(() -> connection.publish(publication, deadlines, this::suspect));
        } catch (RuntimeException | Error e) {
            publication.end(e);
        }
        return Optional.of(publication);
    }

    private void suspect(Publication publication) {
        publication.forEachAwaited(addresses::suspected);
    }

    private void end(Publication publication) throws InterruptedException {
        List<AddressedMessage> open = publication.messages();
        List<Publication.State> states = publication.states();
        List<AddressedMessage> unanswered = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            if (states.get(i) == Publication.State.OPEN) {
                unanswered.add(open.get(i));
            } else {
                results.answered(open.get(i), states.get(i));
            }
        }
        Throwable end = publication.end();
        Collection<List<AddressedMessage>> parts = partsWithoutTheRefused(open, unanswered, end);
        if (parts.size() > 1 || (!parts.isEmpty() && unanswered.size() < open.size())) {
            for (int i = 0; i < open.size(); i++) {
                if (publication.isPublished(i)) {
                    results.handedOver(open.get(i));
                }
            }
            unanswered.forEach(addresses::undecided);
            for (List<AddressedMessage> part : parts) {
                publishAtOnce(List.of(part));
            }
            return;
        }
        for (int i = 0; i < open.size(); i++) {
            if (states.get(i) == Publication.State.OPEN) {
                results.unanswered(open.get(i), publication.isPublished(i), requireNonNull(end));
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
                begun.forEach(one -> one.messages().forEach(addresses::undecided));
                throw e;
            }
            Thread.currentThread().interrupt();
        }
        publishedAny = true;
    }
}
