package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;

/**
 * Removes cancelled messages that a relay, which was under way when they were cancelled, has brought back to Redis. The sweep does so
 * too, but needs the database, which may not answer until they are due. Lost with the process. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class LateRelays {

    /** How often {@link #remove} is to be called. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The most cancels that are watched. Others are left to the sweep. */
    private static final int MAX = 10_000;

    /** When Redis is asked after a cancel: before what was due in 10 s, and was not in Redis when it was cancelled. */
    private static final List<Duration> AFTER = List.of(Duration.ofSeconds(1), Duration.ofSeconds(8));

    /** So long Redis is asked again that did not answer. */
    private static final Duration GIVEN_UP_AFTER = Duration.ofSeconds(30);

    private final RevisionedStore redis;
    private final BooleanSupplier isRedisAway;
    private final Map<MessageKey, Watched> watched = new ConcurrentHashMap<>();

    /**
     * @param revision of the cancel: what is brought back has a lower one
     * @param since by {@link System#nanoTime}
     * @param asked how often Redis has said that it does not have the message
     */
    private record Watched(long revision, long since, int asked) {

        boolean isDue(long now) {
            return now - since >= AFTER.get(asked).toNanos();
        }

        boolean isOver(long now) {
            return asked == AFTER.size() || now - since >= GIVEN_UP_AFTER.toNanos();
        }

        Watched askedAgain() {
            return new Watched(revision, since, asked + 1);
        }
    }

    /** Redis was told of this cancel. */
    void watch(MessageRevision cancel) {
        if (watched.size() < MAX) {
            watched.put(cancel.key(), new Watched(cancel.revision(), System.nanoTime(), 0));
        }
    }

    /** Removes what has come since. Waits for Redis. */
    void remove() {
        long now = System.nanoTime();
        watched.values().removeIf(one -> one.isOver(now));
        List<Map.Entry<MessageKey, Watched>> due = watched.entrySet().stream()
                .filter(one -> one.getValue().isDue(now))
                .map(Map.Entry::copyOf)
                .toList();
        if (due.isEmpty() || isRedisAway.getAsBoolean()) {
            return;
        }
        try {
            remove(due);
        } catch (RuntimeException | Error e) {
            log.debug("Redis did not say whether cancelled messages have come back", e);
        }
    }

    private void remove(List<Map.Entry<MessageKey, Watched>> due) {
        List<Optional<StoredRevision>> stored = redis.locate(due.stream()
                .map(Map.Entry::getKey)
                .map(key -> new MessageName(key.topic(), key.id()))
                .toList());
        List<RevisionedStore.MessageRevision> late = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
            MessageKey key = due.get(i).getKey();
            Watched cancel = due.get(i).getValue();
            if (stored.get(i).filter(there -> isLate(there, cancel)).isPresent()) {
                late.add(new RevisionedStore.MessageRevision(key.topic(), key.id(), cancel.revision()));
            } else {
                var unused = watched.replace(key, cancel, cancel.askedAgain());
            }
        }
        if (!late.isEmpty()) {
            // Those that are there still, since Redis did not answer, are found again.
            var unused = redis.cancel(late);
        }
    }

    /** What has no revision was sent since, and not recorded. */
    private static boolean isLate(StoredRevision there, Watched cancel) {
        return there.state() != State.DEAD && there.revision() > 0 && there.revision() < cancel.revision();
    }
}
