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
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

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
    private final LateDeadLetters lateDeadLetters;

    /**
     * @param locked their rows are held by others
     * @param obsolete given up, but the journal has another end, which counts: they were cancelled meanwhile, for example
     */
    private record Written(List<RecordedEnd> locked, List<RecordedEnd> obsolete) {}

    /** Returns those that were given up, but have ended in another way before, and must not become dead letters. */
    List<RecordedEnd> record(List<RecordedEnd> ends) {
        if (ends.isEmpty()) {
            return List.of();
        }
        try {
            Written written = books.sql().call(LONGEST, () -> write(ends));
            unrecorded.add(written.locked());
            return written.obsolete();
        } catch (BoundedSqlCalls.NoAnswer e) {
            unrecorded.add(ends);
            return List.of();
        }
    }

    /** Tries once to record each that could not be recorded before. Called by the relay, on whose thread it may wait. */
    void recordLater() {
        int left = unrecorded.size();
        while (left > 0) {
            List<RecordedEnd> some = unrecorded.some();
            Written written = write(some);
            lateDeadLetters.addObsolete(written.obsolete().stream()
                    .map(end -> end.ending().revision())
                    .toList());
            unrecorded.recorded(some, written.locked());
            left -= some.size();
        }
    }

    /** Somebody deletes the dead letters of these messages, which may not be recorded yet. */
    void deleted(Collection<MessageKey> keys) {
        unrecorded.deleted(keys);
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

    /** Whether the history has failed deliveries. */
    boolean keepsFailures() {
        return books.history().keeps(Change.FAILED);
    }

    /** A failed delivery, for the history only. */
    void failed(Collection<HistoryEvent> events) {
        if (!keepsFailures() || events.isEmpty()) {
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

    private Written write(List<RecordedEnd> ends) {
        return books.transactions().inOwn(() -> {
            Map<MessageKey, EndResult> results =
                    books.store().end(ends.stream().map(RecordedEnd::ending).toList());
            List<HistoryEvent> events = new ArrayList<>();
            List<RecordedEnd> locked = new ArrayList<>();
            List<RecordedEnd> superseded = new ArrayList<>();
            for (RecordedEnd end : ends) {
                switch (results.getOrDefault(end.ending().key(), EndResult.ABSENT)) {
                    case RECORDED -> events.add(end.event());
                    case LOCKED -> locked.add(end);
                    case SUPERSEDED -> superseded.add(end);
                    case KNOWN, ABSENT -> {}
                }
            }
            books.history().append(events);
            return new Written(locked, obsolete(superseded));
        });
    }

    /**
     * Those that the journal has ended in another way, or has cancelled since. Whoever uses an id again raises its revision too: a
     * dead letter of an earlier message stays. So does one that is ahead of a database that was set back.
     */
    private List<RecordedEnd> obsolete(List<RecordedEnd> superseded) {
        List<RecordedEnd> dead = superseded.stream()
                .filter(end -> end.ending().end() == MessageState.DEAD)
                .toList();
        if (dead.isEmpty()) {
            return List.of();
        }
        Map<MessageKey, RowVersion> rows = books.store()
                .versions(dead.stream().map(end -> end.ending().key()).toList());
        return dead.stream()
                .filter(end -> isObsolete(
                        end.ending().revision().revision(),
                        rows.get(end.ending().key())))
                .toList();
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
