package org.delay.redisson.journal;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueException.NotRecorded;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.TransactionException;

/** Sends without recording while the database does not answer, if that is allowed. Thread-safe. */
@Slf4j
@RequiredArgsConstructor
final class Bypass {

    /** Between sends that try the database while it is down: each may wait for as long as its connection pool does. */
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);

    private final DelayQueueMessage queue;
    private final WhenDown whenDown;
    private final JournalCounts counts;
    private final AtomicLong unwarned = new AtomicLong();
    private final AtomicLong tryAt = new AtomicLong();
    private final WarningLimit limit = new WarningLimit();
    private volatile boolean down;

    /** Whether a send failed at the database, and none has succeeded since. Now and then one is to try again. */
    boolean isNeeded() {
        if (!down) {
            return false;
        }
        long now = System.nanoTime();
        long at = tryAt.get();
        return now - at < 0 || !tryAt.compareAndSet(at, now + BETWEEN_TRIES.toNanos());
    }

    /** A send was recorded. */
    void recorded() {
        if (down) {
            down = false;
            log.info("The journal's database answers again, so messages are recorded again");
        }
    }

    /** Whether it is the database that failed, and not what it was to do. */
    boolean isAllowedAfter(NotRecorded failure) {
        if (whenDown != WhenDown.BYPASS || !isOutage(failure.getCause())) {
            return false;
        }
        tryAt.set(System.nanoTime() + BETWEEN_TRIES.toNanos());
        down = true;
        return true;
    }

    /** Whether this says that the database did not answer, and nothing of what it was asked. */
    static boolean isOutage(@Nullable Throwable cause) {
        return cause instanceof TransactionException
                || cause instanceof NonTransientDataAccessResourceException
                || cause instanceof TransientDataAccessResourceException
                || cause instanceof RecoverableDataAccessException
                || cause instanceof QueryTimeoutException;
    }

    List<Receipt> send(Collection<OutgoingMessage> messages) {
        counts.bypassed(messages.size());
        unwarned.addAndGet(messages.size());
        if (limit.mayWarn()) {
            log.warn(
                    "The journal's database does not answer, so messages go to Redis without being recorded, because"
                            + " 'delay.redisson.journal.when-down' is 'bypass'. A restore does not know them. Messages since the last"
                            + " warning: {}",
                    unwarned.getAndSet(0));
        }
        return queue.schedule(messages);
    }
}
