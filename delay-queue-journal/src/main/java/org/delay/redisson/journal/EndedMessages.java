package org.delay.redisson.journal;

import java.time.Instant;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;

/**
 * Tells rows that wait from rows that only seem to: their messages are delivered or dead letters, perhaps by another instance, and that
 * is not recorded yet. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class EndedMessages {

    private final JournalStore journal;
    private final RevisionedStore redis;
    private final UnrecordedEnds ends;

    /** What a row that says that its message waits does not tell. */
    enum Fate {
        /** It waits, as far as is known. */
        WAITS,
        /** It has ended here, or is a dead letter. */
        ENDED,
        /** It was in Redis until it was due, and is there no more: delivered, or lost. */
        MISSING
    }

    /**
     * Whether the row waits, although its message has another fate.
     *
     * @param now by Redis's clock
     */
    boolean isOver(MessageKey key, Instant now) {
        return journal.find(key).filter(row -> fate(row, now) != Fate.WAITS).isPresent();
    }

    /**
     * The fate of a message whose row was read. If Redis does not answer, only what has ended here is known.
     *
     * @param now by Redis's clock
     */
    Fate fate(JournalRow row, Instant now) {
        if (!isWaiting(row) || row.message().dueAt().isAfter(now)) {
            return Fate.WAITS;
        }
        return hasEndedHere(row) ? Fate.ENDED : fateInRedis(row);
    }

    /** Whether the row waits, although its message has ended here. Asks the database only if there are ends to record. */
    boolean hasEndedHere(MessageKey key) {
        return ends.size() > 0
                && journal.find(key)
                        .filter(row -> isWaiting(row) && hasEndedHere(row))
                        .isPresent();
    }

    private static boolean isWaiting(JournalRow row) {
        return row.version().state() == MessageState.WAITING;
    }

    private boolean hasEndedHere(JournalRow row) {
        return ends.endOf(row.revision()).isPresent();
    }

    private Fate fateInRedis(JournalRow row) {
        try {
            return redis.locate(
                            List.of(new MessageName(row.key().topic(), row.key().id())))
                    .get(0)
                    .map(stored -> isDead(stored, row) ? Fate.ENDED : Fate.WAITS)
                    .orElse(row.placement() != null ? Fate.MISSING : Fate.WAITS);
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether it still has a message", e);
            return Fate.WAITS;
        }
    }

    private static boolean isDead(StoredRevision stored, JournalRow row) {
        return stored.state() == State.DEAD
                && stored.revision() == row.version().revision();
    }
}
