package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.EndedMessages.Fate;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Cancels and reschedules: recorded first, then told to Redis, by this thread if it is in no transaction. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class Changes {

    /** Lower than every revision of the journal, and higher than that of a message that was sent without it. */
    private static final long BEFORE_THE_JOURNAL = 1;

    /** A change that is not confirmed is told again after 6 s. */
    private static final Duration SWEPT_BY_THEN = Duration.ofSeconds(10);

    private final Recorder recorder;
    private final Books books;
    private final StoreCalls calls;
    private final RelaySignals relay;
    private final EndedMessages endedMessages;
    private final LateRelays lateRelays;

    /** If Redis has no such message, it may have been delivered, and its end not be recorded yet. */
    CancelResult cancel(MessageKey key, RevisionedStore redis) {
        List<MessageKey> keys = List.of(key);
        if (recorder.joinsTransaction()) {
            boolean waited = !recorder.join(keys, () -> recordCancel(keys)).isEmpty();
            relay.changedInTransaction(keys);
            return waited ? CancelResult.RECORDED : CancelResult.NOT_FOUND;
        }
        if (recorder.read(keys, () -> endedMessages.hasEndedHere(key))) {
            return CancelResult.NOT_FOUND;
        }
        List<JournalRow> rows = cancelled(keys);
        if (rows.isEmpty()) {
            CancelResult unknown = cancelUnknown(key, redis);
            if (unknown != null) {
                return unknown;
            }
            rows = cancelled(keys);
        }
        return rows.isEmpty() ? CancelResult.NOT_FOUND : told(key, rows, redis);
    }

    private List<JournalRow> cancelled(List<MessageKey> keys) {
        List<JournalRow> rows = new ArrayList<>();
        recorder.own(keys, () -> {
            rows.clear();
            return recordCancel(keys).isEmpty() || rows.addAll(books.store().pending(keys));
        });
        return rows;
    }

    private CancelResult told(MessageKey key, List<JournalRow> rows, RevisionedStore redis) {
        Told told = tell(key, rows);
        if (told == null) {
            return CancelResult.RECORDED;
        }
        lateRelays.watch(told.row().revision());
        return told.answer().outcome() == Outcome.CANCELLED || isNotYetRelayed(told, redis)
                ? CancelResult.CANCELLED
                : CancelResult.IN_FLIGHT;
    }

    /**
     * Redis does not have it, and since it is not due, it can't have been delivered. A relay may be about to send it: before the message
     * is due, what comes late is removed from Redis.
     */
    private static boolean isNotYetRelayed(Told told, RevisionedStore redis) {
        return told.foundNothing() && !isSoonDue(told.row(), redis);
    }

    private Map<MessageKey, RowVersion> recordCancel(List<MessageKey> keys) {
        Map<MessageKey, RowVersion> cancelled = books.store().cancel(keys);
        books.history()
                .append(
                        Change.CANCELLED,
                        cancelled.entrySet().stream()
                                .map(one -> new MessageRevision(
                                        one.getKey(), one.getValue().revision()))
                                .toList());
        return cancelled;
    }

    /**
     * It may have been sent without the journal. What the journal knows is left alone by the low revision.
     *
     * @return null if it has a revision, so the journal may know it by now
     */
    private static @Nullable CancelResult cancelUnknown(MessageKey key, RevisionedStore redis) {
        Optional<StoredRevision> stored = locate(key, redis);
        if (stored.isEmpty() || stored.get().state() == State.DEAD) {
            return CancelResult.NOT_FOUND;
        }
        if (stored.get().revision() > 0) {
            return null;
        }
        RevisionedStore.Relayed answer = redis.cancel(
                        List.of(new RevisionedStore.MessageRevision(key.topic(), key.id(), BEFORE_THE_JOURNAL)))
                .get(0);
        DelayQueueException failure = answer.failure();
        if (failure != null) {
            throw failure;
        }
        return switch (answer.outcome()) {
            case CANCELLED -> CancelResult.CANCELLED;
            case CANCELLED_IN_FLIGHT -> CancelResult.IN_FLIGHT;
            case KEPT -> null;
            default -> CancelResult.NOT_FOUND;
        };
    }

    /** @param redis around which the journal is, as the queue and as the store */
    RescheduleResult reschedule(MessageKey key, Duration delay, DelayQueueMessage redis, RevisionedStore revisions) {
        List<MessageKey> keys = List.of(key);
        Instant dueAt = dueAt(key, delay, revisions);
        if (recorder.joinsTransaction()) {
            boolean waits =
                    recorder.join(keys, () -> recordReschedule(key, dueAt)).isPresent();
            relay.changedInTransaction(keys);
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
        Told told = tell(key, rows);
        if (told == null) {
            return RescheduleResult.RECORDED;
        }
        // If Redis did not have it, it may have been delivered while the row was waited for.
        boolean mayArrive = told.answer().outcome() == Outcome.REPLACED_IN_FLIGHT
                || (told.answer().outcome() == Outcome.SCHEDULED
                        && before.filter(row -> isSoonDue(row, revisions)).isPresent());
        return mayArrive ? RescheduleResult.RESCHEDULED_IN_FLIGHT : RescheduleResult.RESCHEDULED;
    }

    /** Whether Redis has it only because it was not told yet that its message has ended. */
    private boolean hasEnded(MessageKey key, RevisionedStore redis) {
        return recorder.read(List.of(key), () -> books.store().find(key))
                .map(JournalRow::version)
                .filter(row -> row.state() != MessageState.WAITING)
                .flatMap(row -> locate(key, redis)
                        .filter(stored -> stored.revision() > 0 && stored.revision() <= row.revision()))
                .isPresent();
    }

    private static boolean isSoonDue(JournalRow row, RevisionedStore redis) {
        return !row.message().dueAt().isAfter(dueAt(row.key(), SWEPT_BY_THEN, redis));
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

    /** When a delay that begins now ends, by Redis's clock. */
    static Instant dueAt(MessageKey key, Duration delay, RevisionedStore redis) {
        return redis.prepare(OutgoingMessage.to(key.topic())
                        .id(key.id())
                        .body("")
                        .delay(delay)
                        .build())
                .dueTime();
    }

    private static boolean isLeased(MessageKey key, RevisionedStore redis) {
        try {
            return locate(key, redis)
                    .filter(stored -> stored.state() == State.LEASED)
                    .isPresent();
        } catch (DelayQueueException e) {
            log.debug("Redis did not say whether a message is being delivered", e);
            return false;
        }
    }

    static Optional<StoredRevision> locate(MessageKey key, RevisionedStore redis) {
        return redis.locate(List.of(new MessageName(key.topic(), key.id()))).get(0);
    }

    /** Tells Redis of a committed change. Null if it did not answer. */
    private @Nullable Told tell(MessageKey key, List<JournalRow> rows) {
        try {
            if (!relay.isRedisAway()) {
                Told told = calls.tell(rows).get(0);
                if (!told.hasFailed()) {
                    if (!told.foundNothing()) {
                        relay.told(told.confirmation());
                    }
                    return told;
                }
            }
        } catch (RuntimeException e) {
            log.debug("A change is recorded, and Redis is told of it later", e);
        }
        relay.failed(key);
        return null;
    }
}
