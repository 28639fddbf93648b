package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.EndedMessages.Fate;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/** Reschedules: recorded first, then told to Redis, by this thread if it is in no transaction. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class Reschedules {

    private final Recorder recorder;
    private final Books books;
    private final ChangeRelay relay;
    private final EndedMessages endedMessages;

    /** @param redis around which the journal is, as the queue and as the store */
    RescheduleResult reschedule(MessageKey key, Duration delay, DelayQueueMessage redis, RevisionedStore revisions) {
        List<MessageKey> keys = List.of(key);
        Instant dueAt = StoreCalls.dueAt(key, delay, revisions);
        if (recorder.joinsTransaction()) {
            boolean waits =
                    recorder.join(keys, () -> recordReschedule(key, dueAt)).isPresent();
            relay.tellAfterCommit(keys);
            return waits ? RescheduleResult.RECORDED : RescheduleResult.NOT_FOUND;
        }
        if (isLeased(key, revisions)) {
            return RescheduleResult.IN_FLIGHT;
        }
        Optional<JournalRow> before = recorder.read(keys, () -> books.store().find(key));
        switch (before.map(row -> endedMessages.fate(row, dueAt.minus(delay))).orElse(Fate.WAITS)) {
            case ENDED -> {
                return RescheduleResult.NOT_FOUND;
            }
            case MISSING -> {
                return RescheduleResult.IN_FLIGHT;
            }
            case WAITS -> {}
        }
        List<JournalRow> rows = rescheduled(key, dueAt);
        if (rows.isEmpty()) {
            if (hasEnded(key, revisions)) {
                return RescheduleResult.NOT_FOUND;
            }
            RescheduleResult result = redis.reschedule(key.topic(), key.id(), delay);
            // It may have been taken in meanwhile, with its old time.
            rows = result == RescheduleResult.NOT_FOUND ? List.of() : rescheduled(key, dueAt);
            if (rows.isEmpty()) {
                return result;
            }
        }
        Told told = relay.tell(key, rows);
        if (told == null) {
            return RescheduleResult.RECORDED;
        }
        // If Redis did not have it, it may have been delivered while the row was waited for.
        boolean mayArrive = told.answer().outcome() == Outcome.REPLACED_IN_FLIGHT
                || (told.answer().outcome() == Outcome.SCHEDULED
                        && before.filter(row -> ChangeRelay.isSoonDue(row, revisions))
                                .isPresent());
        return mayArrive ? RescheduleResult.RESCHEDULED_IN_FLIGHT : RescheduleResult.RESCHEDULED;
    }

    /** Whether Redis has it only because it was not told yet that its message has ended. */
    private boolean hasEnded(MessageKey key, RevisionedStore redis) {
        return recorder.read(List.of(key), () -> books.store().find(key))
                .map(JournalRow::version)
                .filter(row -> row.state() != MessageState.WAITING)
                .flatMap(row -> StoreCalls.locate(key, redis)
                        .filter(stored -> stored.revision() > 0 && stored.revision() <= row.revision()))
                .isPresent();
    }

    private List<JournalRow> rescheduled(MessageKey key, Instant dueAt) {
        List<MessageKey> keys = List.of(key);
        List<JournalRow> rows = new ArrayList<>();
        recorder.own(keys, () -> {
            rows.clear();
            return recordReschedule(key, dueAt).isPresent()
                    && rows.addAll(books.store().pending(keys));
        });
        return rows;
    }

    private Optional<RowVersion> recordReschedule(MessageKey key, Instant dueAt) {
        Optional<RowVersion> version = books.store().reschedule(key, dueAt);
        version.ifPresent(now ->
                books.history().append(Change.RESCHEDULED, List.of(new MessageRevision(key, now.revision()))));
        return version;
    }

    private static boolean isLeased(MessageKey key, RevisionedStore redis) {
        try {
            return StoreCalls.locate(key, redis)
                    .filter(stored -> stored.state() == State.LEASED)
                    .isPresent();
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether a message is being delivered", e);
            return false;
        }
    }
}
