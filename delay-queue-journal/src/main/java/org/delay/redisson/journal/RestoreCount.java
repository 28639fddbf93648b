package org.delay.redisson.journal;

import java.time.Instant;
import java.util.List;
import org.delay.redisson.journal.store.JournalRow;
import org.jspecify.annotations.Nullable;

/** Adds up what a restore finds and does. For one thread. */
final class RestoreCount {

    private long waiting;
    private long missing;
    private long overdue;
    private @Nullable Instant oldest;
    private long restored;
    private long expired;
    private long failed;

    void found(int rows, List<JournalRow> absent, int late) {
        waiting += rows;
        missing += absent.size();
        overdue += late;
        for (JournalRow row : absent) {
            Instant dueAt = row.message().dueAt();
            if (oldest == null || dueAt.isBefore(oldest)) {
                oldest = dueAt;
            }
        }
    }

    void expired(int messages) {
        expired += messages;
    }

    void told(int taken, int refused) {
        restored += taken;
        failed += refused;
    }

    long restored() {
        return restored;
    }

    RestoreReport report(boolean finished) {
        return new RestoreReport(waiting, missing, overdue, oldest, restored, expired, failed, finished);
    }
}
