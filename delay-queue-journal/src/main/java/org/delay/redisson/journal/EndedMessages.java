package org.delay.redisson.journal;

import java.time.Instant;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
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

    /**
     * Whether the row waits, although its message has ended here, is a dead letter, or was in Redis until it was due and is there no
     * more. If Redis does not answer, only what has ended here is known.
     *
     * @param now by Redis's clock
     */
    boolean isOver(MessageKey key, Instant now) {
        return journal.find(key).filter(row -> isOver(row, now)).isPresent();
    }

    /** As {@link #isOver(MessageKey, Instant)}, of a row that was read. */
    boolean isOver(JournalRow row, Instant now) {
        return isWaiting(row) && !row.message().dueAt().isAfter(now) && (hasEndedHere(row) || isOverInRedis(row));
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

    private boolean isOverInRedis(JournalRow row) {
        try {
            return redis.locate(
                            List.of(new MessageName(row.key().topic(), row.key().id())))
                    .get(0)
                    .map(stored -> stored.state() == State.DEAD
                            && stored.revision() == row.version().revision())
                    .orElse(row.placement() != null);
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether it still has a message", e);
            return false;
        }
    }
}
