package org.delay.redisson.benchmark.simulation;

import static java.util.Comparator.comparingLong;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/** A shard as the scripts keep it: its topics, and when each is to be looked at. Its clock is Redis's. */
final class StoredShard {

    /** How many due topics the answer to a claim names. */
    private static final int DUE_AFTER_CLAIM = 10;

    private static final long NANOS_OF_MILLI = 1_000_000;

    private final Map<String, StoredTopic> topics = new LinkedHashMap<>();

    /** The answer to a claim. */
    record Claim(Batch batch, ShardState state) {}

    /** Stores a message; says whether it is due before all others, so that a wake-up is published. */
    boolean schedule(String topic, long dueTime) {
        Long head = head();
        topic(topic).schedule(dueTime);
        return head == null || dueTime < head;
    }

    ShardState poll(long nanos) {
        return state(nanos, ShardState.MAX_DUE);
    }

    Claim claim(String topic, int limit, long leaseMillis, long nanos) {
        long now = nanos / NANOS_OF_MILLI;
        long leaseEnd = (nanos + NANOS_OF_MILLI - 1) / NANOS_OF_MILLI + leaseMillis;
        Batch batch = topic(topic).claim(limit, leaseEnd, now);
        return new Claim(batch, state(nanos, DUE_AFTER_CLAIM));
    }

    void ack(String topic, Batch batch) {
        topic(topic).ack(batch);
    }

    private StoredTopic topic(String name) {
        return topics.computeIfAbsent(name, StoredTopic::new);
    }

    private @Nullable Long head() {
        Long head = null;
        for (StoredTopic topic : topics.values()) {
            Long wake = topic.wake();
            if (wake != null && (head == null || wake < head)) {
                head = wake;
            }
        }
        return head;
    }

    private ShardState state(long nanos, int most) {
        long now = nanos / NANOS_OF_MILLI;
        Long next = null;
        boolean due = false;
        for (StoredTopic topic : topics.values()) {
            Long wake = topic.wake();
            if (wake != null && wake <= now) {
                due = true;
            } else if (wake != null && (next == null || wake < next)) {
                next = wake;
            }
        }
        return new ShardState(nanos / 1000, due ? dueTopics(now, most) : List.of(), next);
    }

    private List<String> dueTopics(long now, int most) {
        Stream<StoredTopic> due = topics.values().stream().filter(topic -> {
            Long wake = topic.wake();
            return wake != null && wake <= now;
        });
        return due.sorted(comparingLong(topic -> Objects.requireNonNull(topic.wake())))
                .limit(most)
                .map(StoredTopic::name)
                .toList();
    }
}
