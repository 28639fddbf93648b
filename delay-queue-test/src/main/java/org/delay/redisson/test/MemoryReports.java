package org.delay.redisson.test;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterGroups;
import org.delay.redisson.DeadLetterGroups.Group;
import org.delay.redisson.DelayQueueMessage.KeyMatches;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.Load;
import org.jspecify.annotations.Nullable;

/** What falls due when, why messages died, and who has a key. Guarded by the queue's lock. */
@RequiredArgsConstructor
final class MemoryReports {

    private static final int MOST_MATCHES = 100;

    private final MemoryShards shards;

    Load load(Collection<String> topics, Duration bucket, int buckets, Moment moment) {
        long now = moment.floor();
        long length = bucket.toMillis();
        long from = now - now % length;
        long[] counts = new long[buckets];
        long overdue = 0;
        long later = 0;
        List<Long> dueTimes = new LinkedHashSet<>(topics)
                .stream()
                        .flatMap(topic -> list(topic, State.DUE))
                        .map(stored -> stored.at().toEpochMilli())
                        .toList();
        for (long due : dueTimes) {
            if (due <= now) {
                overdue++;
            } else if (due >= from + buckets * length) {
                later++;
            } else {
                counts[(int) ((due - from) / length)]++;
            }
        }
        return new Load(
                Instant.ofEpochMilli(now),
                Instant.ofEpochMilli(from),
                bucket,
                overdue,
                Arrays.stream(counts).boxed().toList(),
                later);
    }

    private Stream<StoredMessage> list(String topic, State state) {
        return shards.all().stream().flatMap(shard -> shard.topic(topic).list(state));
    }

    DeadLetterGroups deadByError(String topic, int most) {
        List<StoredMessage> dead = shards.all().stream()
                .flatMap(shard -> shard.topic(topic).list(State.DEAD).sorted(comparing(StoredMessage::at)))
                .toList();
        Map<String, Group> groups = new LinkedHashMap<>();
        dead.stream().limit(most).forEach(letter -> {
            String error = letter.error();
            String line = DeadLetterFilter.firstLineOf(error == null ? "" : error);
            groups.merge(line, new Group(line, 1, letter.at(), letter.at()), Group::plus);
        });
        return new DeadLetterGroups(
                groups.values().stream()
                        .sorted(comparingLong(Group::number).reversed())
                        .toList(),
                Math.min(most, dead.size()),
                dead.size());
    }

    /** The cursor is how many messages came before. */
    KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most) {
        int from = Intake.checkPage(cursor, 1);
        List<StoredMessage> all = Arrays.stream(State.values())
                .flatMap(state -> list(topic, state))
                .toList();
        List<StoredMessage> examined =
                all.stream().skip(from).limit(Math.min(most, MOST_MATCHES)).toList();
        int next = from + examined.size();
        return new KeyMatches(
                examined.stream()
                        .filter(stored -> key.equals(stored.message().key()))
                        .toList(),
                examined.size(),
                next < all.size() ? String.valueOf(next) : null);
    }
}
