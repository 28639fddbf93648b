package org.delay.redisson.journal;

import java.time.Instant;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;

/**
 * Tells rows that wait from rows that only seem to: their messages are delivered, perhaps by another instance, and that is not recorded
 * yet. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class UnrecordedDeliveries {

    private final JournalStore journal;
    private final RevisionedStore redis;

    /**
     * Whether the row waits, Redis had the message, it is due, and Redis has it no more. No if Redis does not answer.
     *
     * @param now by Redis's clock
     */
    boolean isDelivered(MessageKey key, Instant now) {
        return journal.find(key).filter(row -> isDelivered(row, now)).isPresent();
    }

    /** As {@link #isDelivered(MessageKey, Instant)}, of a row that was read. */
    boolean isDelivered(JournalRow row, Instant now) {
        return wasDue(row, now) && isAbsent(row.key());
    }

    private static boolean wasDue(JournalRow row, Instant now) {
        return row.version().state() == MessageState.WAITING
                && row.placement() != null
                && !row.message().dueAt().isAfter(now);
    }

    private boolean isAbsent(MessageKey key) {
        try {
            return redis.locate(List.of(new MessageName(key.topic(), key.id())))
                    .get(0)
                    .isEmpty();
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether it still has a message", e);
            return false;
        }
    }
}
