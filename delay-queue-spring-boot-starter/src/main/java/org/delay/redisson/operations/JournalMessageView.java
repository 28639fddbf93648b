package org.delay.redisson.operations;

import java.time.Instant;
import java.util.List;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.JournaledMessage;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * All that is known about a message, as it is shown.
 *
 * @param history what happened to it, oldest first
 * @param inRedis what Redis has of it now; null if nothing, or if Redis does not answer
 */
public record JournalMessageView(
        JournalRowView row, List<Entry> history, @Nullable StoredRevision inRedis) {

    public JournalMessageView {
        history = List.copyOf(history);
    }

    /**
     * One line of the history. Details are errors and the like, which operators need, so they are always shown.
     *
     * @param at by the database's clock
     * @param instance the instance that wrote it
     */
    public record Entry(
            Instant at,
            Change change,
            long revision,
            @Nullable Integer shard,
            String instance,
            @Nullable String thread,
            @Nullable String detail) {

        static Entry of(HistoryEntry entry) {
            return new Entry(
                    entry.at(),
                    entry.event().change(),
                    entry.event().message().revision(),
                    entry.event().shard(),
                    entry.instance(),
                    entry.event().thread(),
                    entry.event().detail());
        }
    }

    static JournalMessageView of(JournaledMessage message, boolean showsValues) {
        return new JournalMessageView(
                JournalRowView.of(message.row(), showsValues),
                message.history().stream().map(Entry::of).toList(),
                message.inRedis());
    }
}
