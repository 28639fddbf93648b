package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.RevisionedStore.StoredRevision.State;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/**
 * Dead letters on which Redis and the journal differ, because their ends were recorded later. Only this instance knows of them.
 * Thread-safe.
 */
@Slf4j
@RequiredArgsConstructor
final class LateDeadLetters {

    /** So long Redis is not asked again after it did not answer: who asks waits for its timeout. */
    private static final Duration CALM = Duration.ofSeconds(30);

    private final DelayQueueMessage queue;
    private final RevisionedStore redis;
    private final Books books;
    private final UnrecordedEnds unrecorded;
    private final Queue<MessageRevision> obsolete = new ConcurrentLinkedQueue<>();

    private volatile long failedAt = System.nanoTime() - CALM.toNanos();

    /**
     * These have ended in another way, since they were cancelled while they were given up, for example. A redrive of their dead letters
     * would deliver them when the journal no longer has their rows.
     */
    void addObsolete(Collection<MessageRevision> messages) {
        obsolete.addAll(messages);
    }

    /** Those that are no dead letters in Redis. None if it does not answer. */
    List<RecordedEnd> without(List<RecordedEnd> ends) {
        try {
            return ends.stream()
                    .filter(end -> !state(end.ending().revision()).equals(Optional.of(State.DEAD)))
                    .toList();
        } catch (DelayQueueException e) {
            failed(e);
            return List.of();
        }
    }

    /** Tries each once, unless Redis has just not answered. A call that is not answered is the last of its kind. */
    void settle() {
        if (System.nanoTime() - failedAt >= CALM.toNanos()) {
            settleNow();
        }
    }

    /** As {@link #settle}, even if Redis has just not answered. */
    void settleNow() {
        deleteObsolete();
        forgetDeleted();
    }

    private void deleteObsolete() {
        for (int left = obsolete.size(); left > 0; left--) {
            MessageRevision message = obsolete.poll();
            if (message == null) {
                return;
            }
            boolean isGone = false;
            try {
                isGone = delete(message);
            } catch (DelayQueueException e) {
                failed(e);
                return;
            } finally {
                if (!isGone) {
                    obsolete.add(message);
                }
            }
        }
    }

    private void failed(DelayQueueException e) {
        log.debug("Redis did not say which dead letters it has", e);
        failedAt = System.nanoTime();
    }

    /** Returns false if it is no dead letter yet: Redis is perhaps about to be told that it is given up. */
    private boolean delete(MessageRevision message) {
        Optional<State> state = state(message);
        if (state.equals(Optional.of(State.DEAD))) {
            var unused = queue.delete(message.key().topic(), message.key().id());
        }
        return state.isEmpty() || state.equals(Optional.of(State.DEAD));
    }

    /** Of this revision, in Redis. */
    private Optional<State> state(MessageRevision message) {
        return StoreCalls.locate(message.key(), redis)
                .filter(stored -> stored.revision() == message.revision())
                .map(StoredRevision::state);
    }

    /** Has the journal forget what was deleted before it was recorded, unless Redis has it after all. */
    private void forgetDeleted() {
        List<MessageRevision> gone = new ArrayList<>();
        List<MessageRevision> kept = new ArrayList<>();
        List<MessageRevision> deleted = new ArrayList<>(unrecorded.recordedDeleted());
        // Not the one first that a shard which is down does not tell of.
        Collections.shuffle(deleted);
        try {
            for (MessageRevision message : deleted) {
                Optional<State> state = state(message);
                if (state.isEmpty()) {
                    gone.add(message);
                } else if (state.get() == State.DEAD) {
                    kept.add(message);
                }
            }
        } catch (DelayQueueException e) {
            failed(e);
        }
        unrecorded.forgetDeleted(kept);
        if (!gone.isEmpty() && books.transactions().inOwn(() -> forget(gone))) {
            unrecorded.forgetDeleted(gone);
        }
    }

    /** Returns false if others hold some of the rows. */
    private boolean forget(List<MessageRevision> gone) {
        Map<MessageKey, RowVersion> rows =
                books.store().versions(gone.stream().map(MessageRevision::key).toList());
        List<MessageKey> dead = gone.stream()
                .filter(one -> new RowVersion(one.revision(), MessageState.DEAD).equals(rows.get(one.key())))
                .map(MessageRevision::key)
                .toList();
        return books.store().forgetDead(dead) == dead.size();
    }
}
