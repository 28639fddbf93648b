package org.delay.redisson.journal;

import java.util.List;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.HistoryEntry;
import org.delay.redisson.journal.store.JournalRow;
import org.jspecify.annotations.Nullable;

/**
 * All that is known about a message.
 *
 * @param row its current revision and state, when and by whom it was recorded, and where Redis took it
 * @param history what happened to it, oldest first, the first 1,000 entries
 * @param inRedis what Redis has of it now; null if nothing, or if Redis does not answer
 */
public record JournaledMessage(
        JournalRow row,
        List<HistoryEntry> history,
        @Nullable StoredRevision inRedis) {

    public JournaledMessage {
        history = List.copyOf(history);
    }
}
