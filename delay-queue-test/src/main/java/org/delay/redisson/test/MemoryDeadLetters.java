package org.delay.redisson.test;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeadLetterPage;
import org.delay.redisson.DeadLetterPage.Letter;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.TopicDeletion;
import org.jspecify.annotations.Nullable;

/** Redrives and deletes dead letters, and deletes topics. Guarded by the queue's lock. */
@RequiredArgsConstructor
final class MemoryDeadLetters {

    private final MemoryShards shards;

    RedriveResult redrive(String topic, String id, Moment now) {
        if (shards.holding(topic, id) != null) {
            return RedriveResult.EXISTS;
        }
        for (MemoryShard home : shards.homes(id).toList()) {
            MemoryTopic.DeadLetter letter = home.topic(topic).deadLetter(id);
            if (letter != null) {
                redrive(home, letter, now);
                return RedriveResult.SCHEDULED;
            }
        }
        return RedriveResult.NOT_FOUND;
    }

    private static void redrive(MemoryShard home, MemoryTopic.DeadLetter letter, Moment now) {
        redrive(home, letter, letter.message().content(), now);
    }

    private static void redrive(
            MemoryShard home, MemoryTopic.DeadLetter letter, MemoryMessage.Content content, Moment now) {
        home.topic(content.topic()).deleteDead(content.id());
        home.put(MemoryMessage.scheduled(content, now.ceil(), letter.message().uncertain()));
    }

    RedriveResult redrive(MessageRevision dead, long revision, Moment now) {
        MemoryShard holding = shards.holding(dead.topic(), dead.id());
        for (MemoryShard home : shards.homes(dead.id()).toList()) {
            MemoryTopic.DeadLetter letter = home.topic(dead.topic()).deadLetter(dead.id());
            if (letter == null || letter.message().content().revision() != dead.revision()) {
                continue;
            }
            if (holding == null) {
                redrive(home, letter, letter.message().content().at(revision), now);
                return RedriveResult.SCHEDULED;
            }
            MemoryMessage live = holding.get(dead.topic(), dead.id());
            if (live != null && live.content().revision() >= revision) {
                home.topic(dead.topic()).deleteDead(dead.id());
            }
        }
        return holding == null ? RedriveResult.NOT_FOUND : RedriveResult.EXISTS;
    }

    DeleteResult delete(String topic, String id) {
        return shards.homes(id).anyMatch(home -> home.topic(topic).deleteDead(id))
                ? DeleteResult.DELETED
                : DeleteResult.NOT_FOUND;
    }

    int deleteDead(String topic, Duration olderThan, Moment now) {
        Instant last = now.instant().minus(olderThan);
        return shards.all().stream()
                .mapToInt(shard -> shard.topic(topic).deleteDeadUntil(last.toEpochMilli()))
                .sum();
    }

    BulkResult redrive(DeadLetterFilter filter, Moment now) {
        int changed = 0;
        int kept = 0;
        for (MemoryShard shard : shards.all()) {
            for (MemoryTopic.DeadLetter letter : matching(shard, filter, now)) {
                if (changed == filter.limit()) {
                    return new BulkResult(changed, kept, true);
                }
                if (shards.holding(filter.topic(), letter.message().id()) != null) {
                    kept++;
                } else {
                    redrive(shard, letter, now);
                    changed++;
                }
            }
        }
        return new BulkResult(changed, kept, false);
    }

    BulkResult delete(DeadLetterFilter filter, Moment now) {
        int changed = 0;
        for (MemoryShard shard : shards.all()) {
            for (MemoryTopic.DeadLetter letter : matching(shard, filter, now)) {
                if (changed == filter.limit()) {
                    return new BulkResult(changed, 0, true);
                }
                boolean unused =
                        shard.topic(filter.topic()).deleteDead(letter.message().id());
                changed++;
            }
        }
        return new BulkResult(changed, 0, false);
    }

    private static List<MemoryTopic.DeadLetter> matching(MemoryShard shard, DeadLetterFilter filter, Moment now) {
        return shard.topic(filter.topic())
                .deadLetters()
                .filter(letter -> filter.matches(Instant.ofEpochMilli(letter.at()), now.claimTime()))
                .filter(letter -> filter.matches(letter.error()))
                .sorted(comparingLong(MemoryTopic.DeadLetter::at)
                        .thenComparing(letter -> letter.message().id()))
                .toList();
    }

    DeadLetterPage find(DeadLetterFilter filter, @Nullable String cursor, Moment now) {
        Cursor at = cursor == null ? Cursor.beginning(now) : Cursor.read(cursor);
        int most = Math.min(filter.limit(), DeadLetterPage.MAX_LETTERS);
        List<Letter> found = new ArrayList<>();
        for (MemoryShard shard : shards.all()) {
            matching(shard, filter, at.began()).stream()
                    .map(letter -> new Letter(shard.number(), letter.message().id(), Instant.ofEpochMilli(letter.at())))
                    .filter(at::isBefore)
                    .forEach(found::add);
        }
        if (found.size() <= most) {
            return new DeadLetterPage(found, null);
        }
        Letter last = found.get(most - 1);
        return new DeadLetterPage(found.subList(0, most), new Cursor(at.began(), last).toString());
    }

    BulkResult redrive(String topic, Collection<Letter> letters, Moment now) {
        int changed = 0;
        int kept = 0;
        for (Letter letter : letters) {
            MemoryTopic.DeadLetter stored = stored(topic, letter);
            if (stored != null && shards.holding(topic, letter.id()) != null) {
                kept++;
            } else if (stored != null) {
                redrive(shards.get(letter.shard()), stored, now);
                changed++;
            }
        }
        return new BulkResult(changed, kept, false);
    }

    BulkResult delete(String topic, Collection<Letter> letters) {
        int changed = 0;
        for (Letter letter : letters) {
            if (stored(topic, letter) != null
                    && shards.get(letter.shard()).topic(topic).deleteDead(letter.id())) {
                changed++;
            }
        }
        return new BulkResult(changed, 0, false);
    }

    /** Not one that has died again. */
    private MemoryTopic.@Nullable DeadLetter stored(String topic, Letter letter) {
        MemoryTopic.DeadLetter stored = shards.get(letter.shard()).topic(topic).deadLetter(letter.id());
        return stored != null && stored.at() == letter.diedAt().toEpochMilli() ? stored : null;
    }

    /** Where a search goes on: behind a letter, among those that had died when it began. */
    private record Cursor(Moment began, Letter last) {

        private static final int PARTS = 4;

        static Cursor beginning(Moment now) {
            return new Cursor(now, new Letter(-1, "", Instant.EPOCH));
        }

        static Cursor read(String text) {
            String[] parts = text.split(":", PARTS);
            if (parts.length < PARTS) {
                throw new IllegalArgumentException("cursor must be one that a page gave, but is '" + text + "'");
            }
            Letter last =
                    new Letter(Integer.parseInt(parts[0]), parts[3], Instant.ofEpochMilli(Long.parseLong(parts[2])));
            return new Cursor(new Moment(Instant.ofEpochMilli(Long.parseLong(parts[1]))), last);
        }

        boolean isBefore(Letter letter) {
            return comparing(Letter::shard)
                            .thenComparing(Letter::diedAt)
                            .thenComparing(Letter::id)
                            .compare(letter, last)
                    > 0;
        }

        @Override
        public String toString() {
            return last.shard() + ":" + began.floor() + ":" + last.diedAt().toEpochMilli() + ":" + last.id();
        }
    }

    TopicDeletion deleteTopic(String topic, boolean force) {
        long due = 0;
        long leased = 0;
        long dead = 0;
        for (MemoryShard shard : shards.all()) {
            due += shard.topic(topic).countDue();
            leased += shard.topic(topic).countLeased();
            dead += shard.topic(topic).countDead();
        }
        boolean deleted = force || due + leased + dead == 0;
        if (deleted) {
            shards.all().forEach(shard -> shard.forget(topic));
            shards.resume(topic);
            shards.all().forEach(shard -> shard.forget(topic));
        }
        return new TopicDeletion(deleted, due, leased, dead);
    }
}
