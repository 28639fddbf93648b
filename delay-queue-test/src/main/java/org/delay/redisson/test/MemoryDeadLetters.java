package org.delay.redisson.test;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BulkResult;
import org.delay.redisson.DeadLetterFilter;
import org.delay.redisson.DeleteResult;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RevisionedStore.MessageRevision;
import org.delay.redisson.TopicDeletion;

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
        long latest = now.instant().minus(filter.olderThan()).toEpochMilli();
        String error = filter.error();
        return shard.topic(filter.topic())
                .deadLetters()
                .filter(letter -> letter.at() <= latest)
                .filter(letter -> error == null || letter.error().contains(error))
                .sorted(comparingLong(MemoryTopic.DeadLetter::at)
                        .thenComparing(letter -> letter.message().id()))
                .toList();
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
