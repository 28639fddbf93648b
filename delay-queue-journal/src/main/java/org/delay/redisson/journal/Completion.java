package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.EndRecords.Written;
import org.delay.redisson.journal.store.Change;
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
    private final EndRecords ends;
    private final UnrecordedEnds unrecorded;
    private final LateDeadLetters lateDeadLetters;

    /** What can't be written now is written later. */
    Recording record(List<RecordedEnd> ended) {
        return ended.isEmpty() ? Recording.NONE : write(ended, ends::write);
    }

    /** Redis has accepted these ends. Their rows may have been reopened meanwhile, or say that they are dead letters. */
    void confirm(List<RecordedEnd> accepted) {
        if (!accepted.isEmpty()) {
            var unused = write(accepted, ends::overrule);
        }
    }

    private Recording write(List<RecordedEnd> ended, Function<List<RecordedEnd>, Written> statements) {
        try {
            Written written = books.sql().call(LONGEST, () -> statements.apply(ended));
            unrecorded.add(written.locked());
            return written.recording();
        } catch (BoundedSqlCalls.NoAnswer e) {
            unrecorded.add(ended);
            return new Recording(ended, List.of(), List.of());
        }
    }

    /** These did not end their messages. Returns those that were recorded, and are no more. */
    List<RecordedEnd> reopen(List<RecordedEnd> inVain) {
        unrecorded.withdraw(inVain);
        try {
            return books.sql().call(LONGEST, () -> ends.reopen(inVain));
        } catch (BoundedSqlCalls.NoAnswer e) {
            log.debug("The journal's database did not answer whether messages wait again", e);
            return List.of();
        }
    }

    /** Tries once to record each that could not be recorded before. Called by the relay, on whose thread it may wait. */
    void recordLater() {
        int left = unrecorded.size();
        while (left > 0) {
            List<RecordedEnd> some = unrecorded.some();
            Written written = ends.write(some);
            lateDeadLetters.addObsolete(written.recording().obsolete().stream()
                    .map(end -> end.ending().revision())
                    .toList());
            List<RecordedEnd> locked = new ArrayList<>(written.locked());
            locked.addAll(ends.overrule(lateDeadLetters.without(written.dead())).locked());
            unrecorded.recorded(some, locked);
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
}
