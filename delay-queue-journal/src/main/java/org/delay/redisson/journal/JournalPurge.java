package org.delay.redisson.journal;

import java.time.Duration;
import lombok.RequiredArgsConstructor;

/** Deletes, each minute, what has been kept long enough. For one thread. */
@RequiredArgsConstructor
final class JournalPurge {

    private static final long INTERVAL = Duration.ofMinutes(1).toNanos();
    private static final int BATCH = 200;
    private static final int HISTORY_BATCH = 1_000;

    /** So many batches at a time, so that other tasks of the thread don't wait for long. */
    private static final int BATCHES = 20;

    private final Books books;
    private long purged = System.nanoTime();
    private long historyAfter;

    void runWhenDue() {
        if (System.nanoTime() - purged < INTERVAL) {
            return;
        }
        purged = System.nanoTime();
        int deleted = BATCH;
        for (int i = 0; i < BATCHES && deleted == BATCH; i++) {
            deleted = books.transactions().inOwn(() -> books.store().purge(BATCH));
        }
        for (int i = 0; i < BATCHES; i++) {
            long after = historyAfter;
            historyAfter = books.transactions().inOwn(() -> books.store().purgeHistory(after, HISTORY_BATCH));
            if (historyAfter == 0) {
                return;
            }
        }
    }
}
