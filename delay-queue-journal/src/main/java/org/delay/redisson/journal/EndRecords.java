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
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Ends in the database, with their history: each call is a transaction. Rows that others hold are left alone. Thread-safe. */
@RequiredArgsConstructor
final class EndRecords {

    private final Books books;

    /**
     * What became of ends.
     *
     * @param locked those of the recording whose rows are held by others
     * @param dead those of the contested ones whose rows say that their messages are dead letters
     */
    record Written(Recording recording, List<RecordedEnd> locked, List<RecordedEnd> dead) {

        static final Written NONE = new Written(Recording.NONE, List.of(), List.of());
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
                .map(RecordedEnd::ending)
                .filter(ending -> ending.end() != MessageState.DEAD)
                .map(ending -> new Ending(ending.revision(), MessageState.DEAD))
                .toList();
        return books.transactions().inOwn(() -> {
            var unused = reopenRows(dead);
            return writeRows(ends);
        });
    }

    /** Has messages wait again where rows have these ends. Returns those ends. */
    List<RecordedEnd> reopen(List<RecordedEnd> ends) {
        List<Ending> endings = ends.stream().map(RecordedEnd::ending).toList();
        Set<MessageKey> reopened = books.transactions().inOwn(() -> reopenRows(endings));
        return ends.stream()
                .filter(end -> reopened.contains(end.ending().key()))
                .toList();
    }

    private Set<MessageKey> reopenRows(List<Ending> endings) {
        if (endings.isEmpty()) {
            return Set.of();
        }
        Set<MessageKey> reopened = Set.copyOf(books.store().reopen(endings));
        books.history()
                .append(
                        Change.REOPENED,
                        endings.stream()
                                .map(Ending::revision)
                                .filter(revision -> reopened.contains(revision.key()))
                                .toList());
        return reopened;
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
        List<RecordedEnd> obsolete = new ArrayList<>();
        List<RecordedEnd> dead = new ArrayList<>();
        if (!superseded.isEmpty()) {
            Map<MessageKey, RowVersion> rows = books.store()
                    .versions(superseded.stream().map(end -> end.ending().key()).toList());
            for (RecordedEnd end : superseded) {
                RowVersion row = rows.get(end.ending().key());
                if (isObsolete(end.ending(), row)) {
                    obsolete.add(end);
                } else if (row != null && hasEndedOtherwise(end.ending(), row)) {
                    contested.add(end);
                    if (row.state() == MessageState.DEAD) {
                        dead.add(end);
                    }
                }
            }
        }
        return new Written(new Recording(written, contested, obsolete), locked, dead);
    }

    /**
     * Obsolete is what the journal has ended in another way, or has cancelled since. Whoever uses an id again raises its revision too:
     * a dead letter of an earlier message stays. So does one that is ahead of a database that was set back.
     */
    private static boolean isObsolete(Ending ending, @Nullable RowVersion row) {
        long revision = ending.revision().revision();
        if (ending.end() != MessageState.DEAD || row == null || row.revision() < revision) {
            return false;
        }
        return row.revision() == revision
                ? row.state() != MessageState.WAITING && row.state() != MessageState.DEAD
                : row.state() == MessageState.CANCELLED;
    }

    private static boolean hasEndedOtherwise(Ending ending, RowVersion row) {
        return ending.end() != MessageState.DEAD
                && row.revision() == ending.revision().revision()
                && row.state() != MessageState.CANCELLED;
    }
}
