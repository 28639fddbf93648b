package org.delay.redisson.test;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/** The messages of one topic in one shard, and its dead letters. Guarded by the queue's lock. */
final class MemoryTopic {

    /** A message that was given up. */
    record DeadLetter(MemoryMessage message, long at, String error) {

        StoredMessage asStored() {
            return message.asDead(at, error);
        }
    }

    private static final Comparator<MemoryMessage> BY_TIME =
            comparingLong(MemoryMessage::at).thenComparing(MemoryMessage::id);

    private final Map<String, MemoryMessage> messages = new HashMap<>();
    private final Map<String, DeadLetter> dead = new HashMap<>();
    private final NavigableSet<MemoryMessage> leased = new TreeSet<>(BY_TIME);
    private final List<NavigableSet<MemoryMessage>> dueByPriority = new ArrayList<>();
    private long due;

    MemoryTopic() {
        for (int priority = 0; priority <= OutgoingMessage.MAX_PRIORITY; priority++) {
            dueByPriority.add(new TreeSet<>(BY_TIME));
        }
    }

    @Nullable
    MemoryMessage get(String id) {
        return messages.get(id);
    }

    /** Adds a message, or puts it in the place of the one with its id. */
    void put(MemoryMessage message) {
        remove(message.id());
        messages.put(message.id(), message);
        index(message).add(message);
        due += message.leased() ? 0 : 1;
    }

    void remove(String id) {
        MemoryMessage removed = messages.remove(id);
        if (removed != null) {
            index(removed).remove(removed);
            due -= removed.leased() ? 0 : 1;
        }
    }

    private NavigableSet<MemoryMessage> index(MemoryMessage message) {
        return message.leased() ? leased : dueByPriority.get(message.content().priority());
    }

    /** What a claim may take, in its order: expired leases first, then what is due, by priority and due time. */
    List<MemoryMessage> candidates(long now, int limit) {
        Stream<MemoryMessage> expired = leased.stream().takeWhile(m -> m.at() <= now);
        Stream<MemoryMessage> isDue = highestFirst().flatMap(set -> set.stream().takeWhile(m -> m.at() <= now));
        return Stream.concat(expired, isDue).limit(limit).toList();
    }

    /** When the next message is due or the next lease ends, or null where nothing is. */
    @Nullable
    Long next() {
        return Stream.concat(Stream.of(leased), dueByPriority.stream())
                .filter(set -> !set.isEmpty())
                .map(set -> set.first().at())
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** All that is in a state, in no order. */
    Stream<StoredMessage> list(State state) {
        return switch (state) {
            case DUE -> highestFirst().flatMap(Collection::stream).map(MemoryMessage::asStored);
            case LEASED -> leased.stream().map(MemoryMessage::asStored);
            case DEAD -> dead.values().stream().map(DeadLetter::asStored);
        };
    }

    private Stream<NavigableSet<MemoryMessage>> highestFirst() {
        return Stream.iterate(OutgoingMessage.MAX_PRIORITY, p -> p >= 0, p -> p - 1)
                .map(dueByPriority::get);
    }

    long countDue() {
        return due;
    }

    long countLeased() {
        return leased.size();
    }

    /** The earliest time that anything waits for that is not leased, or now if that is later. */
    long oldestDue(long now) {
        return dueByPriority.stream()
                .filter(set -> !set.isEmpty())
                .mapToLong(set -> set.first().at())
                .reduce(now, Math::min);
    }

    @Nullable
    DeadLetter deadLetter(String id) {
        return dead.get(id);
    }

    Stream<DeadLetter> deadLetters() {
        return dead.values().stream();
    }

    long countDead() {
        return dead.size();
    }

    void bury(MemoryMessage message, long at, String error) {
        remove(message.id());
        dead.put(message.id(), new DeadLetter(message, at, error));
    }

    boolean deleteDead(String id) {
        return dead.remove(id) != null;
    }

    int deleteDeadUntil(long last) {
        int before = dead.size();
        dead.values().removeIf(letter -> letter.at() <= last);
        return before - dead.size();
    }
}
