package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;

/**
 * Records how messages ended, before Redis forgets them. What can't be recorded now is kept and recorded later: no worker waits for a
 * business transaction or a database that is down. Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class Completion {

    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Books books;
    private final UnrecordedEnds unrecorded;

    void record(List<RecordedEnd> ends) {
        if (ends.isEmpty()) {
            return;
        }
        try {
            unrecorded.add(books.sql().call(LONGEST, () -> write(ends)));
        } catch (BoundedSqlCalls.NoAnswer e) {
            unrecorded.add(ends);
        }
    }

    /** Tries once to record each that could not be recorded before. Called by the relay, on whose thread it may wait. */
    void recordLater() {
        int left = unrecorded.size();
        while (left > 0) {
            List<RecordedEnd> some = unrecorded.some();
            unrecorded.recorded(some, write(some));
            left -= some.size();
        }
    }

    /** How many ends are not recorded yet. */
    int unrecorded() {
        return unrecorded.size();
    }

    /** Whether this revision has ended, though the database may not know yet. */
    boolean isEnded(MessageRevision revision) {
        return unrecorded.endOf(revision).isPresent();
    }

    /** How this revision has ended, if the database may not know yet. */
    Optional<MessageState> endOf(MessageRevision revision) {
        return unrecorded.endOf(revision);
    }

    /** A failed delivery, for the history only. */
    void failed(Collection<HistoryEvent> events) {
        if (!books.history().keeps(Change.FAILED) || events.isEmpty()) {
            return;
        }
        try {
            var unused = books.sql()
                    .call(
                            LONGEST,
                            () -> books.transactions().inOwn(() -> {
                                books.history().append(List.copyOf(events));
                                return true;
                            }));
        } catch (BoundedSqlCalls.NoAnswer e) {
            log.debug("Failed deliveries are missing in the history", e);
        }
    }

    /** Returns those whose rows others hold. */
    private List<RecordedEnd> write(List<RecordedEnd> ends) {
        return books.transactions().inOwn(() -> {
            Map<MessageKey, EndResult> results =
                    books.store().end(ends.stream().map(RecordedEnd::ending).toList());
            List<HistoryEvent> events = new ArrayList<>();
            List<RecordedEnd> locked = new ArrayList<>();
            for (RecordedEnd end : ends) {
                switch (results.getOrDefault(end.ending().key(), EndResult.ABSENT)) {
                    case RECORDED -> events.add(end.event());
                    case LOCKED -> locked.add(end);
                    case KNOWN, SUPERSEDED, ABSENT -> {}
                }
            }
            books.history().append(events);
            return locked;
        });
    }
}
