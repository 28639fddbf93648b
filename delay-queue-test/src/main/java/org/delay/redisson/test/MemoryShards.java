package org.delay.redisson.test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;

/** All shards ever used, and which of them a message may be in. Guarded by the queue's lock. */
final class MemoryShards {

    /** The numbers of shards, in the order in which they were used; the last is current. */
    private final List<Integer> counts = new ArrayList<>();

    private final List<MemoryShard> shards = new ArrayList<>();
    private final Set<String> paused = new HashSet<>();

    private final int first;

    /** @param first how many there are at first, and again after {@link #clear} */
    MemoryShards(int first) {
        this.first = first;
        change(first);
    }

    void change(int number) {
        Checks.shards(number);
        if (counts.isEmpty() || current() != number) {
            counts.add(number);
        }
        while (shards.size() < number) {
            shards.add(new MemoryShard(shards.size(), paused));
        }
    }

    /** As it was at first. */
    void clear() {
        paused.clear();
        counts.clear();
        shards.clear();
        change(first);
    }

    Set<String> topics() {
        return shards.stream().flatMap(MemoryShard::topics).collect(Collectors.toCollection(TreeSet::new));
    }

    /** When the first of these topics is to be looked at, or null where none is. */
    @Nullable
    Long next(Predicate<String> topics) {
        return shards.stream()
                .flatMap(shard -> shard.wakes(topics))
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Whether nothing of these topics is due or under lease. */
    boolean isQuiet(Predicate<String> topics, Moment now) {
        return shards.stream()
                .allMatch(shard -> shard.wakes(topics).noneMatch(at -> at <= now.floor())
                        && shard.topics()
                                .filter(topics)
                                .allMatch(topic -> shard.topic(topic).countLeased() == 0));
    }

    void pause(String topic) {
        paused.add(topic);
        shards.forEach(shard -> shard.repair(topic));
    }

    void resume(String topic) {
        paused.remove(topic);
        shards.forEach(shard -> shard.repair(topic));
    }

    Set<String> paused() {
        return paused;
    }

    List<MemoryShard> all() {
        return shards;
    }

    MemoryShard get(int number) {
        if (number < 0 || number >= shards.size()) {
            throw new IllegalArgumentException("shard must be 0 to " + (shards.size() - 1) + ", but is " + number);
        }
        return shards.get(number);
    }

    /** Where a new message with this id goes. */
    MemoryShard home(String id) {
        return shards.get(Text.home(id, current()));
    }

    private int current() {
        return counts.get(counts.size() - 1);
    }

    /** Where messages with this id may be: the oldest home first, that for new messages last. */
    Stream<MemoryShard> homes(String id) {
        MemoryShard home = home(id);
        Stream<MemoryShard> old = counts.stream()
                .map(number -> shards.get(Text.home(id, number)))
                .distinct()
                .filter(shard -> shard != home);
        return Stream.concat(old, Stream.of(home));
    }

    /** The shard that has a message with this id, due or leased. */
    @Nullable
    MemoryShard holding(String topic, String id) {
        return homes(id).filter(home -> home.get(topic, id) != null).findFirst().orElse(null);
    }
}
