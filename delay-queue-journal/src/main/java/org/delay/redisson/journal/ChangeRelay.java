package org.delay.redisson.journal;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.jspecify.annotations.Nullable;

/** Tells Redis of a change to one message: at once, or after the commit. What it does not take is left to the sweep. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class ChangeRelay {

    /** A change that is not confirmed is told again after 6 s. */
    private static final Duration SWEPT_BY_THEN = Duration.ofSeconds(10);

    private final StoreCalls calls;
    private final RelaySignals signals;

    /** Tells Redis of a committed change. Null if it did not answer. */
    @Nullable
    Told tell(MessageKey key, List<JournalRow> rows) {
        try {
            if (!signals.isRedisAway()) {
                Told told = calls.tell(rows).get(0);
                if (!told.hasFailed()) {
                    if (!told.foundNothing()) {
                        signals.told(told.confirmation());
                    }
                    return told;
                }
            }
        } catch (RuntimeException e) {
            log.debug("A change is recorded, and Redis is told of it later", e);
        }
        signals.failed(key);
        return null;
    }

    /** These have changed in the transaction of this thread. */
    void tellAfterCommit(List<MessageKey> keys) {
        signals.changedInTransaction(keys);
    }

    /** Whether the message may be due before the sweep has told Redis of its change. */
    static boolean isSoonDue(JournalRow row, RevisionedStore redis) {
        return !row.message().dueAt().isAfter(StoreCalls.dueAt(row.key(), SWEPT_BY_THEN, redis));
    }
}
