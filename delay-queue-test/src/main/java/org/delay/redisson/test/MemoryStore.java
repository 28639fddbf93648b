package org.delay.redisson.test;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.Page;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.Receipt.Outcome;
import org.delay.redisson.RescheduleResult;
import org.jspecify.annotations.Nullable;

/** What each call does in each state that a message can be in. Guarded by the queue's lock. */
final class MemoryStore {

    /** Where no time is known: each change ends the wait anyway. */
    private static final Duration LONG_WAIT = Duration.ofHours(1);

    private final MemoryShards shards;

    /** What was cancelled in time, which nothing else remembers. */
    private final Set<MessageName> cancelled = new LinkedHashSet<>();

    private record MessageName(String topic, String id) {}

    MemoryStore(MemoryShards shards) {
        this.shards = shards;
    }

    /** @throws DelayQueueException.Duplicate if the message asked for it, and there is one with its id */
    Receipt schedule(OutgoingMessage message, String text, Moment now) {
        String id = message.id() == null ? Text.randomId() : message.id();
        Duration delay = message.delay();
        long due = delay != null ? now.plus(delay) : now.orLater(requireNonNull(message.dueTime()));
        MemoryShard shard = shards.holding(message.topic(), id);
        MemoryMessage there = shard == null ? null : shard.get(message.topic(), id);
        if (there != null && message.onDuplicate() == OnDuplicate.REJECT) {
            throw new DelayQueueException.Duplicate(message.topic(), List.of(id));
        }
        if (there != null && message.onDuplicate() == OnDuplicate.KEEP) {
            return receipt(
                    message.topic(),
                    id,
                    there.leased() ? there.firstDue() : there.at(),
                    there.inFlight() ? Outcome.KEPT_IN_FLIGHT : Outcome.KEPT);
        }
        MemoryMessage.Content content = new MemoryMessage.Content(
                message.topic(),
                id,
                text,
                message.key(),
                message.headers(),
                message.priority(),
                message.timeToLive(),
                0);
        boolean uncertain = there != null && there.inFlight();
        (shard == null ? shards.home(id) : shard).put(MemoryMessage.scheduled(content, due, uncertain));
        return receipt(message.topic(), id, due, outcome(there));
    }

    private static Outcome outcome(@Nullable MemoryMessage replaced) {
        if (replaced == null) {
            return Outcome.SCHEDULED;
        }
        return replaced.inFlight() ? Outcome.REPLACED_IN_FLIGHT : Outcome.REPLACED;
    }

    private static Receipt receipt(String topic, String id, long due, Outcome outcome) {
        return new Receipt(topic, id, Instant.ofEpochMilli(due), outcome);
    }

    CancelResult cancel(String topic, String id) {
        MemoryShard shard = shards.holding(topic, id);
        if (shard == null) {
            return CancelResult.NOT_FOUND;
        }
        MemoryMessage there = requireNonNull(shard.get(topic, id));
        shard.remove(topic, id);
        if (there.inFlight()) {
            return CancelResult.IN_FLIGHT;
        }
        cancelled.add(new MessageName(topic, id));
        return CancelResult.CANCELLED;
    }

    boolean wasCancelled(String topic, String id) {
        return cancelled.contains(new MessageName(topic, id));
    }

    void clear() {
        shards.clear();
        cancelled.clear();
    }

    RescheduleResult reschedule(String topic, String id, Duration delay, Moment now) {
        MemoryShard shard = shards.holding(topic, id);
        if (shard == null) {
            return RescheduleResult.NOT_FOUND;
        }
        MemoryMessage there = requireNonNull(shard.get(topic, id));
        if (there.leased()) {
            return RescheduleResult.IN_FLIGHT;
        }
        shard.put(there.rescheduled(now.plus(delay)));
        return there.uncertain() ? RescheduleResult.RESCHEDULED_IN_FLIGHT : RescheduleResult.RESCHEDULED;
    }

    /** Takes the next message that is due, without a lease. */
    Optional<MemoryMessage> take(String topic, Moment now) {
        for (MemoryShard shard : shards.all()) {
            for (MemoryMessage next : shard.candidates(topic, now, 1)) {
                shard.remove(topic, next.id());
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    /** How long nothing of a topic becomes due and no lease of it ends, unless it changes. */
    Duration untilNext(String topic, Moment now) {
        return shards.all().stream()
                .flatMap(shard -> Stream.ofNullable(shard.next(topic)))
                .min(Comparator.naturalOrder())
                .map(next -> Duration.ofMillis(Math.max(1, next - now.floor())))
                .orElse(LONG_WAIT);
    }

    Optional<StoredMessage> find(String topic, String id) {
        MemoryShard shard = shards.holding(topic, id);
        if (shard != null) {
            return Optional.of(requireNonNull(shard.get(topic, id)).asStored());
        }
        return shards.homes(id)
                .flatMap(home -> Stream.ofNullable(home.topic(topic).deadLetter(id)))
                .map(MemoryTopic.DeadLetter::asStored)
                .findFirst();
    }

    /** The cursor is how many messages came before. */
    Page list(String topic, State state, int from, int limit) {
        List<StoredMessage> messages = topics(topic)
                .flatMap(part -> part.list(state))
                .sorted(order(state))
                .skip(from)
                .limit(limit + 1L)
                .toList();
        return messages.size() <= limit
                ? new Page(messages, null)
                : new Page(messages.subList(0, limit), String.valueOf(from + limit));
    }

    private static Comparator<StoredMessage> order(State state) {
        Comparator<StoredMessage> byTime = comparing(StoredMessage::at)
                .thenComparing(stored -> stored.message().id());
        return state == State.DUE
                ? comparing((StoredMessage stored) -> -stored.message().priority())
                        .thenComparing(byTime)
                : byTime;
    }

    Counts counts(String topic, Moment now) {
        return new Counts(
                topics(topic).mapToLong(MemoryTopic::countDue).sum(),
                topics(topic).mapToLong(MemoryTopic::countLeased).sum(),
                topics(topic).mapToLong(MemoryTopic::countDead).sum(),
                Duration.ofMillis(topics(topic)
                        .mapToLong(part -> now.floor() - part.oldestDue(now.floor()))
                        .max()
                        .orElse(0)));
    }

    private Stream<MemoryTopic> topics(String topic) {
        return shards.all().stream().map(shard -> shard.topic(topic));
    }
}
