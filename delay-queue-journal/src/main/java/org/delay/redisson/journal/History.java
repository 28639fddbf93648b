package org.delay.redisson.journal;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageRevision;
import org.jspecify.annotations.Nullable;

/** Appends to the history what is to be kept of it, in the transaction of the change. Thread-safe. */
@RequiredArgsConstructor
final class History {

    private static final Set<Change> STEPS =
            EnumSet.of(Change.SENT, Change.REPLACED, Change.RESCHEDULED, Change.RELAYED);

    private final JournalStore store;
    private final HistoryMode mode;

    boolean keeps(Change change) {
        return mode == HistoryMode.ALL || (mode == HistoryMode.OUTCOMES && !STEPS.contains(change));
    }

    /** One change of several messages. */
    void append(Change change, Collection<MessageRevision> messages) {
        if (keeps(change) && !messages.isEmpty()) {
            store.append(messages.stream()
                    .map(message -> event(message, change, null, null))
                    .toList());
        }
    }

    /** Changes of any kinds; those that are not to be kept are left out. */
    void append(List<HistoryEvent> events) {
        List<HistoryEvent> kept =
                events.stream().filter(event -> keeps(event.change())).toList();
        if (!kept.isEmpty()) {
            store.append(kept);
        }
    }

    /** A change that this thread makes. */
    static HistoryEvent event(
            MessageRevision message, Change change, @Nullable Integer shard, @Nullable String detail) {
        return new HistoryEvent(message, change, shard, Thread.currentThread().getName(), detail);
    }
}
