package org.delay.redisson.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.Relayed.Outcome;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.delay.redisson.journal.store.ShardMark;

/**
 * Sends Redis again what it may have lost. What it still has, it keeps as it is, so this may be repeated and done by several. For
 * one thread.
 */
@Slf4j
@RequiredArgsConstructor
final class LossRepair {

    /** After so long without news, another instance takes over. */
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final int PAGE = 200;

    /** A confirmation that was being written when the loss was recorded is found by a second look. */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(10);

    /** So long after a first look, most of these are written. So soon, too, what Redis did not take is sent once more. */
    static final Duration SOON = Duration.ofSeconds(1);

    private final RevisionedStore redis;
    private final Books books;
    private final StoreCalls calls;
    private final JournalCounts counts;
    private final Restorable restorable;

    /** By shard, the last loss that was looked at, and when first. */
    private final Map<Integer, Look> looks = new HashMap<>();

    private record Look(long soundFrom, long since, boolean isFirst) {}

    /** @param failed whether Redis did not take all of them */
    private record Found(int rows, boolean failed) {}

    /** Sends what a shard may have lost, unless another instance does. */
    void repair(ShardMark known) {
        Long lostFrom = known.lostFrom();
        if (lostFrom == null) {
            return;
        }
        int shard = known.shard();
        Look look = looks.get(shard);
        if (look == null || look.soundFrom() != known.soundFrom()) {
            look = new Look(known.soundFrom(), System.nanoTime(), true);
            looks.put(shard, look);
        }
        if (!books.transactions().inOwn(() -> books.store().takeLoss(shard, LEASE))) {
            return;
        }
        boolean isSecond = System.nanoTime() - look.since() >= SECOND_LOOK.toNanos();
        Found found = sendAgainOrSoon(known, lostFrom);
        if (Thread.currentThread().isInterrupted()) {
            // Not all rows were looked at. Another instance goes on when the lease has ended.
            return;
        }
        Duration next = found.failed() || look.isFirst() ? SOON : SECOND_LOOK;
        looks.put(shard, new Look(look.soundFrom(), look.since(), false));
        books.transactions().inOwn(() -> {
            if (found.rows() == 0 && isSecond) {
                books.store().repaired(known);
            } else {
                books.store().keepLoss(shard, next);
            }
        });
    }

    private Found sendAgainOrSoon(ShardMark known, long lostFrom) {
        try {
            return sendAgain(known, lostFrom);
        } catch (DelayQueueException e) {
            books.transactions().inOwn(() -> books.store().keepLoss(known.shard(), SOON));
            throw e;
        }
    }

    private Found sendAgain(ShardMark known, long lostFrom) {
        RowFilter suspects = RowFilter.WAITING
                .takenSince(new Placement(known.shard(), lostFrom))
                .takenBefore(known.soundFrom());
        int found = 0;
        int missing = 0;
        boolean failed = false;
        MessageKey after = null;
        do {
            RowPage page = books.store().page(suspects, after, PAGE);
            List<JournalRow> rows = suspects(page.rows());
            found += rows.size();
            List<Told> told = rows.isEmpty() ? List.of() : calls.tell(rows);
            failed |= told.stream().anyMatch(Told::hasFailed);
            missing += record(told);
            books.transactions().inOwn(() -> books.store().keepLoss(known.shard(), LEASE));
            after = page.next();
        } while (after != null && !Thread.currentThread().isInterrupted());
        if (found > 0) {
            log.info(
                    "Messages that shard {} of Redis had lost are sent again: {} of the latest {}",
                    known.shard(),
                    missing,
                    found);
        }
        return new Found(found, failed);
    }

    /** Returns how many Redis did not have. */
    private int record(List<Told> told) {
        List<Told> taken = told.stream().filter(one -> !one.hasFailed()).toList();
        if (taken.isEmpty()) {
            return 0;
        }
        List<HistoryEvent> events = taken.stream()
                .filter(LossRepair::wasMissing)
                .map(one -> History.event(
                        one.row().revision(), Change.RESTORED, one.answer().shard(), null))
                .toList();
        books.transactions().inOwn(() -> {
            var unused =
                    books.store().relayed(taken.stream().map(Told::confirmation).toList());
            books.history().append(events);
        });
        counts.restored(events.size());
        return events.size();
    }

    /** Not what has ended, and not where Redis has a message that was sent without the journal, after this one. */
    private List<JournalRow> suspects(List<JournalRow> page) {
        if (page.isEmpty()) {
            return page;
        }
        List<Optional<StoredRevision>> stored = redis.locate(page.stream()
                .map(row -> new MessageName(row.key().topic(), row.key().id()))
                .toList());
        List<JournalRow> rows = new ArrayList<>();
        for (int i = 0; i < page.size(); i++) {
            boolean isForeign =
                    stored.get(i).filter(here -> here.revision() == 0).isPresent();
            if (!isForeign && restorable.includes(page.get(i).revision())) {
                rows.add(page.get(i));
            }
        }
        return rows;
    }

    private static boolean wasMissing(Told told) {
        Outcome outcome = told.answer().outcome();
        return outcome == Outcome.SCHEDULED || outcome == Outcome.REPLACED || outcome == Outcome.REPLACED_IN_FLIGHT;
    }
}
