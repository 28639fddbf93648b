package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.MessageRevision;

/**
 * Removes from Redis what relays bring after its cancel. The sweep does so too, but needs the database, which may not answer until the
 * message is due. Lost with the process. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class LateRelays {

    /** How often Redis is asked whether it has one of them. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The most cancels that are watched. Others are left to the sweep. */
    private static final int MAX = 100_000;

    private static final int BATCH = 200;

    /** When Redis is asked after a cancel. What is due before the last of these times is not said to be cancelled if Redis lacks it. */
    private static final List<Duration> AFTER =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(9));

    private final RevisionedStore redis;
    private final Queue<Cancelled> cancelled = new LinkedBlockingQueue<>(MAX);

    /**
     * @param since by {@link System#nanoTime}
     * @param asked how often
     */
    private record Cancelled(MessageRevision revision, long since, int asked) {

        boolean isDue(long now) {
            return now - since >= AFTER.get(asked).toNanos();
        }

        boolean isLast() {
            return asked + 1 == AFTER.size();
        }

        Cancelled askedAgain() {
            return new Cancelled(revision, since, asked + 1);
        }

        MessageName name() {
            return new MessageName(revision.key().topic(), revision.key().id());
        }
    }

    /** Redis was told of this cancel. */
    void cancelled(MessageRevision revision) {
        var unused = cancelled.offer(new Cancelled(revision, System.nanoTime(), 0));
    }

    /** Removes what has come since. Waits for Redis. */
    void remove() {
        long now = System.nanoTime();
        List<Cancelled> due = new ArrayList<>();
        cancelled.removeIf(one -> one.isDue(now) && due.add(one));
        for (int from = 0; from < due.size(); from += BATCH) {
            List<Cancelled> some = due.subList(from, Math.min(from + BATCH, due.size()));
            try {
                remove(some);
            } catch (RuntimeException e) {
                log.debug("Redis did not say whether cancelled messages have come back", e);
            }
            some.stream()
                    .filter(one -> !one.isLast())
                    .map(Cancelled::askedAgain)
                    .forEach(cancelled::offer);
        }
    }

    private void remove(List<Cancelled> some) {
        List<Optional<StoredRevision>> stored =
                redis.locate(some.stream().map(Cancelled::name).toList());
        List<RevisionedStore.MessageRevision> late = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            MessageRevision revision = some.get(i).revision();
            // Without a revision, it was sent since, and not recorded.
            if (stored.get(i)
                    .filter(there -> there.revision() > 0 && there.revision() <= revision.revision())
                    .isPresent()) {
                late.add(new RevisionedStore.MessageRevision(
                        revision.key().topic(), revision.key().id(), revision.revision()));
            }
        }
        if (!late.isEmpty()) {
            var unused = redis.cancel(late);
        }
    }
}
