package org.delay.redisson.test;

import static java.util.Comparator.comparingLong;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.delay.redisson.DispatchOperations.ShardState;
import org.jspecify.annotations.Nullable;

/** When each topic of a shard is to be looked at: the one that waits longest first. Guarded by the queue's lock. */
final class WakeOrder {

    /** @param turn settles the order of topics that wait for the same millisecond, so that none is passed over */
    record Wake(long at, long turn, String topic) {}

    private final Map<String, Wake> wakes = new HashMap<>();
    private final NavigableSet<Wake> order =
            new TreeSet<>(comparingLong(Wake::at).thenComparingLong(Wake::turn));
    private long turns;

    @Nullable
    Wake head() {
        return order.isEmpty() ? null : order.first();
    }

    @Nullable
    Long at(String topic) {
        Wake wake = wakes.get(topic);
        return wake == null ? null : wake.at();
    }

    Stream<Wake> all() {
        return order.stream();
    }

    /** Looks at the topic at this time, or never if it is null. */
    void set(String topic, @Nullable Long at) {
        Wake old = wakes.remove(topic);
        if (old != null) {
            order.remove(old);
        }
        if (at != null) {
            Wake wake = new Wake(at, turns++, topic);
            wakes.put(topic, wake);
            order.add(wake);
        }
    }

    /** Looks at the topic at this time at the latest. */
    void lower(String topic, long at) {
        Wake old = wakes.get(topic);
        if (old == null || at < old.at()) {
            set(topic, at);
        }
    }

    /** Looks at the topic at this time at the earliest, or never if it is null. */
    void raise(String topic, @Nullable Long at) {
        Wake old = wakes.get(topic);
        if (old != null && (at == null || at > old.at())) {
            set(topic, at);
        }
    }

    /** The topics that are due, so many at most, and the time of the first that is not. */
    ShardState poll(Moment now, int most) {
        List<String> due = order.stream()
                .takeWhile(wake -> wake.at() <= now.floor())
                .limit(most)
                .map(Wake::topic)
                .toList();
        Long next = order.stream()
                .map(Wake::at)
                .filter(at -> at > now.floor())
                .findFirst()
                .orElse(null);
        return new ShardState(now.micros(), due, next);
    }
}
