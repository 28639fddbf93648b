package org.delay.redisson.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.RevisionedStore;
import org.delay.redisson.RevisionedStore.MessageName;
import org.delay.redisson.RevisionedStore.StoredRevision;
import org.delay.redisson.journal.RestoreRequest.Overdue;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;

/** Puts back what Redis does not have. Reads without locks: what has changed meanwhile is recognised by its revision. Thread-safe. */
@RequiredArgsConstructor
final class Restorer {

    static final int PAGE = 200;

    private final RevisionedStore redis;
    private final Books books;
    private final StoreCalls calls;
    private final Restorable restorable;
    private final JournalCounts counts;

    RestoreReport restore(RestoreRequest request, Consumer<RestoreReport> progress) {
        RestoreCount count = new RestoreCount();
        RowFilter filter = RowFilter.WAITING.topic(request.topic()).id(request.id());
        long began = System.nanoTime();
        MessageKey after = null;
        do {
            RowPage page = books.store().page(filter, after, PAGE);
            restore(chosen(page.rows()), request, count);
            progress.accept(count.report(false));
            keepRate(request, count, began);
            after = page.next();
        } while (after != null && !Thread.currentThread().isInterrupted());
        return count.report(after == null);
    }

    private List<JournalRow> chosen(List<JournalRow> rows) {
        return rows.stream()
                .filter(row -> restorable.topics().contains(row.key().topic()))
                .toList();
    }

    private void restore(List<JournalRow> rows, RestoreRequest request, RestoreCount count) {
        List<JournalRow> missing = missing(rows);
        if (rows.isEmpty()) {
            return;
        }
        Instant now = StoreCalls.dueAt(rows.get(0).key(), Duration.ZERO, redis);
        List<JournalRow> overdue = new ArrayList<>();
        List<JournalRow> later = new ArrayList<>();
        for (JournalRow row : missing) {
            (row.message().dueAt().isBefore(now) ? overdue : later).add(row);
        }
        count.found(rows.size(), missing, overdue.size());
        if (request.dryRun()) {
            return;
        }
        if (request.overdue() == Overdue.EXPIRE) {
            count.expired(expire(overdue));
        } else {
            later.addAll(overdue);
        }
        List<Told> told = later.isEmpty() ? List.of() : calls.tell(later);
        List<Told> taken = told.stream().filter(one -> !one.hasFailed()).toList();
        count.told(taken.size(), told.size() - taken.size());
        record(taken);
    }

    private List<JournalRow> missing(List<JournalRow> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Optional<StoredRevision>> stored = redis.locate(rows.stream()
                .map(row -> new MessageName(row.key().topic(), row.key().id()))
                .toList());
        List<JournalRow> missing = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (isMissing(rows.get(i), stored.get(i))
                    && restorable.includes(rows.get(i).revision())) {
                missing.add(rows.get(i));
            }
        }
        return missing;
    }

    /** What was sent past the journal has no revision. It is later than a row that Redis has taken. */
    private static boolean isMissing(JournalRow row, Optional<StoredRevision> stored) {
        if (Adoption.isUncertain(row)) {
            return false;
        }
        long revision = stored.map(StoredRevision::revision).orElse(0L);
        boolean isReplaced = stored.isPresent() && revision == 0 && !row.trail().pending();
        return !isReplaced && revision < row.version().revision();
    }

    private int expire(List<JournalRow> rows) {
        if (rows.isEmpty()) {
            return 0;
        }
        List<Ending> endings = rows.stream()
                .map(row -> new Ending(row.revision(), MessageState.EXPIRED))
                .toList();
        return books.transactions().inOwn(() -> {
            Map<MessageKey, EndResult> results = books.store().end(endings);
            List<MessageRevision> expired = endings.stream()
                    .filter(end -> results.get(end.key()) == EndResult.RECORDED)
                    .map(Ending::revision)
                    .toList();
            books.history().append(Change.EXPIRED, expired);
            return expired.size();
        });
    }

    private void record(List<Told> taken) {
        if (!taken.isEmpty()) {
            counts.restored(taken.size());
            books.transactions().inOwn(() -> {
                var unused = books.store()
                        .relayed(taken.stream().map(Told::confirmation).toList());
                books.history()
                        .append(
                                Change.RESTORED,
                                taken.stream().map(one -> one.row().revision()).toList());
            });
        }
    }

    private static void keepRate(RestoreRequest request, RestoreCount count, long began) {
        long due = began + TimeUnit.SECONDS.toNanos(count.restored()) / request.perSecond();
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
