package org.delay.redisson.journal;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;

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
        List<RecordedEnd> handled = ends.stream()
                .filter(end -> end.ending().end() != MessageState.DEAD)
                .toList();
        return books.transactions().inOwn(() -> {
            var unused = reopenRows(handled, end -> new Ending(end.ending().revision(), MessageState.DEAD));
            return writeRows(ends);
        });
    }

    /** Has messages wait again where rows have these ends. Returns those ends. */
    List<RecordedEnd> reopen(List<RecordedEnd> ends) {
        return books.transactions().inOwn(() -> reopenRows(ends, RecordedEnd::ending));
    }

    /** @param recorded what rows have that are to wait again */
    private List<RecordedEnd> reopenRows(List<RecordedEnd> ends, Function<RecordedEnd, Ending> recorded) {
        if (ends.isEmpty()) {
            return List.of();
        }
        Set<MessageKey> keys =
                Set.copyOf(books.store().reopen(ends.stream().map(recorded).toList()));
        List<RecordedEnd> reopened =
                ends.stream().filter(end -> keys.contains(end.ending().key())).toList();
        books.history().append(reopened.stream().map(RecordedEnd::reopened).toList());
        return reopened;
    }

    private Written writeRows(List<RecordedEnd> ends) {
        Map<MessageKey, EndResult> results =
                books.store().end(ends.stream().map(RecordedEnd::ending).toList());
        Map<EndResult, List<RecordedEnd>> byResult = ends.stream()
                .collect(groupingBy(end -> results.getOrDefault(end.ending().key(), EndResult.ABSENT)));
        List<RecordedEnd> written = byResult.getOrDefault(EndResult.RECORDED, List.of());
        books.history().append(written.stream().map(RecordedEnd::event).toList());
        List<RecordedEnd> locked = byResult.getOrDefault(EndResult.LOCKED, List.of());
        SupersededEnds superseded =
                SupersededEnds.of(byResult.getOrDefault(EndResult.SUPERSEDED, List.of()), books.store());
        List<RecordedEnd> contested =
                both(byResult.getOrDefault(EndResult.KNOWN, List.of()), superseded.endedOtherwise());
        return new Written(
                new Recording(both(written, locked), contested, superseded.obsolete()), locked, superseded.dead());
    }

    private static List<RecordedEnd> both(List<RecordedEnd> some, List<RecordedEnd> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
