package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/**
 * Ends whose rows say something else already.
 *
 * @param obsolete given up, while the row has ended in another way at the same revision, or was cancelled since
 * @param endedOtherwise not given up, while the row has another end of the same revision
 * @param dead those of them whose rows say that the messages are dead letters
 */
record SupersededEnds(List<RecordedEnd> obsolete, List<RecordedEnd> endedOtherwise, List<RecordedEnd> dead) {

    static SupersededEnds of(List<RecordedEnd> ends, JournalStore store) {
        SupersededEnds superseded = new SupersededEnds(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        if (!ends.isEmpty()) {
            Map<MessageKey, RowVersion> rows =
                    store.versions(ends.stream().map(end -> end.ending().key()).toList());
            for (RecordedEnd end : ends) {
                RowVersion row = rows.get(end.ending().key());
                if (row != null) {
                    superseded.add(end, row);
                }
            }
        }
        return superseded;
    }

    private void add(RecordedEnd end, RowVersion row) {
        if (end.ending().end() == MessageState.DEAD) {
            if (isObsolete(end.ending(), row)) {
                obsolete.add(end);
            }
        } else if (isOfSameRevision(end.ending(), row) && row.state() != MessageState.CANCELLED) {
            endedOtherwise.add(end);
            if (row.state() == MessageState.DEAD) {
                dead.add(end);
            }
        }
    }

    /**
     * Whoever uses an id again raises its revision too: a dead letter of an earlier message stays. So does one that is ahead of a
     * database that was set back.
     */
    private static boolean isObsolete(Ending ending, RowVersion row) {
        if (isOfSameRevision(ending, row)) {
            return row.state() != MessageState.WAITING && row.state() != MessageState.DEAD;
        }
        return row.revision() > ending.revision().revision() && row.state() == MessageState.CANCELLED;
    }

    private static boolean isOfSameRevision(Ending ending, RowVersion row) {
        return row.revision() == ending.revision().revision();
    }
}
