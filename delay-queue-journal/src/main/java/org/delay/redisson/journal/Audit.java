package org.delay.redisson.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;

/**
 * Looks up in Redis what still waits 10 minutes after it was due, and sends it again if it is not there. If that is much, a store
 * was set back, and a person decides. For one thread.
 */
@Slf4j
@RequiredArgsConstructor
final class Audit {

    static final int MOST_PER_HOUR = 1_000;

    private static final int BATCH = 200;

    /** So many batches at a time, so that other tasks of the thread don't wait for long. */
    private static final int BATCHES = 50;

    private final RevisionedStore redis;
    private final Books books;
    private final RelaySignals signals;
    private final JournalCounts counts;
    private final Restorable restorable;

    /** Counted as absent, but not sent again, perhaps because somebody else held their rows. The next run tries them once more. */
    private final List<MessageRevision> left = new ArrayList<>();

    void run() {
        if (!left.isEmpty()) {
            sent(books.transactions().inOwn(() -> relayAgain(left)));
            left.clear();
        }
        stopped(books.store().isAuditStopped());
        for (int i = 0; i < BATCHES && !counts.isAuditStopped(); i++) {
            List<JournalRow> rows =
                    books.transactions().inOwn(() -> books.store().takeOverdue(BATCH));
            if (!rows.isEmpty()) {
                look(rows);
            }
            if (rows.size() < BATCH) {
                return;
            }
        }
    }

    private void look(List<JournalRow> rows) {
        List<Optional<StoredRevision>> stored = redis.locate(rows.stream()
                .map(row -> new MessageName(row.key().topic(), row.key().id()))
                .toList());
        List<MessageRevision> absent = new ArrayList<>();
        List<MessageRevision> dead = new ArrayList<>();
        List<MessageRevision> unknown = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            MessageRevision revision = rows.get(i).revision();
            StoredRevision here = stored.get(i).orElse(null);
            if (!restorable.includes(revision) || (here != null && here.revision() == 0)) {
                continue;
            }
            if (here == null && Adoption.isUncertain(rows.get(i))) {
                unknown.add(revision);
            } else if (here == null || here.revision() < revision.revision()) {
                absent.add(revision);
            } else if (here.revision() == revision.revision() && here.state() == StoredRevision.State.DEAD) {
                dead.add(revision);
            }
        }
        counts.audited(rows.size(), absent.size());
        died(dead);
        abandon(unknown);
        if (!absent.isEmpty()) {
            sendAgain(absent);
        }
    }

    /** It is a dead letter whose end could not be recorded. */
    private void died(List<MessageRevision> dead) {
        if (!dead.isEmpty()) {
            books.transactions().inOwn(() -> {
                Map<MessageKey, EndResult> results = books.store()
                        .end(dead.stream()
                                .map(revision -> new Ending(revision, MessageState.DEAD))
                                .toList());
                books.history()
                        .append(
                                Change.DEAD,
                                dead.stream()
                                        .filter(revision -> results.get(revision.key()) == EndResult.RECORDED)
                                        .toList());
            });
        }
    }

    /** They ended without the journal's knowledge, while they were taken in. */
    private void abandon(List<MessageRevision> unknown) {
        if (!unknown.isEmpty()) {
            books.transactions().inOwn(() -> books.store().abandon(unknown));
        }
    }

    private void sendAgain(List<MessageRevision> absent) {
        Optional<List<MessageRevision>> sent = books.transactions()
                .inOwn(() -> books.store().auditFound(absent.size(), MOST_PER_HOUR)
                        ? Optional.of(relayAgain(absent))
                        : Optional.empty());
        stopped(sent.isEmpty());
        if (sent.isPresent()) {
            sent(sent.get());
            left.addAll(absent);
            left.removeAll(Set.copyOf(sent.get()));
        }
    }

    /** Returns those that are. */
    private List<MessageRevision> relayAgain(List<MessageRevision> absent) {
        Set<MessageKey> keys = Set.copyOf(books.store().relayAgain(absent));
        List<MessageRevision> sent = absent.stream()
                .filter(revision -> keys.contains(revision.key()))
                .toList();
        books.history().append(Change.RESTORED, sent);
        return sent;
    }

    private void sent(List<MessageRevision> sent) {
        if (!sent.isEmpty()) {
            signals.changed(sent.stream().map(MessageRevision::key).toList());
            log.warn("Overdue messages were missing from Redis, and are sent again. Number: {}", sent.size());
        }
    }

    private void stopped(boolean stopped) {
        if (stopped && !counts.isAuditStopped()) {
            log.error(
                    "More than {} overdue messages were missing from Redis within an hour, so Redis or the database was set"
                            + " back. They are not sent again until an operator decides. Call DelayQueueJournal.restore, with Overdue.EXPIRE if they must"
                            + " not be delivered, then DelayQueueJournal.resumeAudit",
                    MOST_PER_HOUR);
        }
        counts.auditStopped(stopped);
    }
}
