package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.operations.SingleFlight;
import org.jspecify.annotations.Nullable;

/**
 * What Redis must still be told, for everybody who asks often. Read on a thread of its own, since a database that is down may not answer
 * for minutes, and once per interval. Safe for use by many threads.
 */
@Slf4j
final class JournalBacklog {

    private final DelayQueueJournal journal;
    private final Duration interval;
    private final SingleFlight<Reading> flight = new SingleFlight<>("delay-queue-journal-backlog", this::read);
    private volatile @Nullable Reading latest;

    JournalBacklog(DelayQueueJournal journal, Duration interval) {
        this.journal = journal;
        this.interval = interval;
    }

    /** @param backlog null if the database failed */
    private record Reading(@Nullable Backlog backlog, long endedAt) {}

    /** The latest reading, or null if there is none, or it failed, or a new one takes longer than the patience. */
    @Nullable
    Backlog latest(Duration patience) {
        Reading reading = latest;
        if (reading == null || System.nanoTime() - reading.endedAt() > interval.toNanos()) {
            reading = next(patience);
        }
        return reading == null ? null : reading.backlog();
    }

    private @Nullable Reading next(Duration patience) {
        try {
            return flight.join().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.debug("The journal's backlog was not read in time: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private Reading read() {
        Backlog backlog = null;
        try {
            backlog = journal.backlog();
        } catch (RuntimeException e) {
            log.debug("The journal's backlog can't be read", e);
        }
        Reading reading = new Reading(backlog, System.nanoTime());
        latest = reading;
        return reading;
    }
}
