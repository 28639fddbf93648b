package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Ends in the database, with their history: each call is a transaction. Rows that others hold are left alone. Thread-safe. */
@RequiredArgsConstructor
final class EndRecords {

    private final Books books;

    /** @param locked those of the recording whose rows are held by others */
    record Written(Recording recording, List<RecordedEnd> locked) {

        static final Written NONE = new Written(Recording.NONE, List.of());
    }

    Written write(List<RecordedEnd> ends) {
        return books.transactions().inOwn(() -> writeRows(ends));
    }

    /** Also where a row says that its message is a dead letter. */
    Written overrule(List<RecordedEnd> ends) {
        if (ends.isEmpty()) {
            return Written.NONE;
        }
        List<Ending> dead = ends.stream()
                .map(end -> new Ending(end.ending().revision(), MessageState.DEAD))
                .toList();
        return books.transactions().inOwn(() -> {
            int unused = reopenRows(dead);
            return writeRows(ends);
        });
    }

    /** Has messages wait again where rows have these ends. Returns how many. */
    int reopen(List<RecordedEnd> ends) {
        List<Ending> endings = ends.stream().map(RecordedEnd::ending).toList();
        return books.transactions().inOwn(() -> reopenRows(endings));
    }

    private int reopenRows(List<Ending> endings) {
        Set<MessageKey> reopened = Set.copyOf(books.store().reopen(endings));
        List<MessageRevision> revisions = endings.stream()
                .map(Ending::revision)
                .filter(revision -> reopened.contains(revision.key()))
                .toList();
        books.history().append(Change.REOPENED, revisions);
        return reopened.size();
    }

    private Written writeRows(List<RecordedEnd> ends) {
        Map<MessageKey, EndResult> results =
                books.store().end(ends.stream().map(RecordedEnd::ending).toList());
        List<HistoryEvent> events = new ArrayList<>();
        List<RecordedEnd> written = new ArrayList<>();
        List<RecordedEnd> locked = new ArrayList<>();
        List<RecordedEnd> contested = new ArrayList<>();
        List<RecordedEnd> superseded = new ArrayList<>();
        for (RecordedEnd end : ends) {
            switch (results.getOrDefault(end.ending().key(), EndResult.ABSENT)) {
                case RECORDED -> {
                    events.add(end.event());
                    written.add(end);
                }
                case LOCKED -> locked.add(end);
                case KNOWN -> contested.add(end);
                case SUPERSEDED -> superseded.add(end);
                case ABSENT -> {}
            }
        }
        books.history().append(events);
        written.addAll(locked);
        return new Written(recording(written, contested, superseded), locked);
    }

    /**
     * Obsolete is what the journal has ended in another way, or has cancelled since. Whoever uses an id again raises its revision too:
     * a dead letter of an earlier message stays. So does one that is ahead of a database that was set back.
     */
    private Recording recording(List<RecordedEnd> written, List<RecordedEnd> contested, List<RecordedEnd> superseded) {
        if (superseded.isEmpty()) {
            return new Recording(written, contested, List.of());
        }
        Map<MessageKey, RowVersion> rows = books.store()
                .versions(superseded.stream().map(end -> end.ending().key()).toList());
        List<RecordedEnd> obsolete = new ArrayList<>();
        for (RecordedEnd end : superseded) {
            long revision = end.ending().revision().revision();
            RowVersion row = rows.get(end.ending().key());
            if (end.ending().end() == MessageState.DEAD) {
                if (isObsolete(revision, row)) {
                    obsolete.add(end);
                }
            } else if (new RowVersion(revision, MessageState.DEAD).equals(row)) {
                contested.add(end);
            }
        }
        return new Recording(written, contested, obsolete);
    }

    private static boolean isObsolete(long revision, @Nullable RowVersion row) {
        if (row == null || row.revision() < revision) {
            return false;
        }
        return row.revision() == revision
                ? row.state() != MessageState.WAITING && row.state() != MessageState.DEAD
                : row.state() == MessageState.CANCELLED;
    }
}
