package org.delay.redisson.journal;

import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.jspecify.annotations.Nullable;

/**
 * How a message ended, and what its history is to say.
 *
 * @param event names the thread that ended it. Another one may record that
 */
record RecordedEnd(Ending ending, HistoryEvent event) {

    /**
     * Of this thread.
     *
     * @param detail for its history, an error for example
     */
    RecordedEnd(Ending ending, int shard, @Nullable String detail) {
        this(ending, History.event(ending.revision(), change(ending), shard, detail));
    }

    /** What the history is to say if this did not end the message. */
    HistoryEvent reopened() {
        return new HistoryEvent(ending.revision(), Change.REOPENED, event.shard(), event.thread(), null);
    }

    private static Change change(Ending ending) {
        return switch (ending.end()) {
            case EXPIRED -> Change.EXPIRED;
            case DEAD -> Change.DEAD;
            default -> Change.DELIVERED;
        };
    }
}
