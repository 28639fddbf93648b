package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** Cancels: recorded first, then told to Redis, by this thread if it is in no transaction. Thread-safe. */
@RequiredArgsConstructor
final class Cancels {

    /** Lower than every revision of the journal, and higher than that of a message that was sent without it. */
    private static final long BEFORE_THE_JOURNAL = 1;

    private final Recorder recorder;
    private final Books books;
    private final ChangeRelay relay;
    private final EndedMessages endedMessages;
    private final LateRelays lateRelays;

    /** If Redis has no such message, it may have been delivered, and its end not be recorded yet. */
    CancelResult cancel(MessageKey key, RevisionedStore redis) {
        List<MessageKey> keys = List.of(key);
        if (recorder.joinsTransaction()) {
            boolean waited = !recorder.join(keys, () -> recordCancel(keys)).isEmpty();
            relay.tellAfterCommit(keys);
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
        Told told = relay.tell(key, rows);
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
        return told.foundNothing() && !ChangeRelay.isSoonDue(told.row(), redis);
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
        Optional<StoredRevision> stored = StoreCalls.locate(key, redis);
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
}
