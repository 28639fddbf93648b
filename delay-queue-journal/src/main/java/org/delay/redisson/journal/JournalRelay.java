package org.delay.redisson.journal;

import static java.util.function.Predicate.not;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;

/**
 * Tells Redis what is committed: at once what it gets a hint of, and each second what hints have missed. One thread runs it. No
 * transaction is open while Redis is called, so a crash at any point repeats only that call.
 */
@Slf4j
@RequiredArgsConstructor
final class JournalRelay {

    private static final int BATCH = 200;

    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofMillis(100);
    /** A row that fails twice waits for so long. */
    private static final Duration CALM = Duration.ofSeconds(30);

    private final Books books;
    private final StoreCalls calls;
    private final RelaySignals signals;
    private final RedisPresence presence;
    private final RelayConfirmations confirmations;
    private final Completion completion;
    private final Corrections corrections;
    private final LateDeadLetters lateDeadLetters;
    private final JournalCounts counts;
    private final WarningLimit limit = new WarningLimit();

    private long swept = System.nanoTime() - SWEEP.toNanos();
    private long failedAt = System.nanoTime() - CALM.toNanos();
    private boolean failing;

    /**
     * Waits for hints, relays them, and sweeps when it is time. Nothing ends it but an interrupt, not even a lack of memory.
     *
     * @param stops whether a stop waits for this
     */
    void runOnce(BooleanSupplier stops) throws InterruptedException {
        long untilSweep = Math.max(0, swept + SWEEP.toNanos() - System.nanoTime());
        try {
            if (signals.isRedisAway()) {
                TimeUnit.NANOSECONDS.sleep(untilSweep);
            } else {
                tellOfHints(signals.hints.take(BATCH, untilSweep));
            }
            if (System.nanoTime() - swept >= SWEEP.toNanos()) {
                swept = System.nanoTime();
                completion.recordLater();
                confirmations.record();
                sweep(stops);
                if (!signals.isRedisAway()) {
                    corrections.followAgain();
                    lateDeadLetters.settle();
                }
            }
            worked();
        } catch (RuntimeException | Error e) {
            failed(e);
            TimeUnit.NANOSECONDS.sleep(SWEEP.toNanos());
        }
    }

    /** Ends the wait for hints. */
    void wake() {
        signals.hints.wake();
    }

    /**
     * What is certain is recorded before a stop. Ends are tried again: nobody else knows of them.
     *
     * @param until by {@link System#nanoTime}
     */
    void finish(long until) throws InterruptedException {
        while (!hasFinished() && System.nanoTime() - until < 0) {
            TimeUnit.NANOSECONDS.sleep(AGAIN.toNanos());
        }
        if (System.nanoTime() - until < 0) {
            lateDeadLetters.settleNow();
        }
    }

    private boolean hasFinished() {
        try {
            completion.recordLater();
            confirmations.record();
        } catch (RuntimeException e) {
            log.debug("The journal's database did not answer at the stop. Redis is told again by another instance", e);
        }
        return completion.unrecorded() == 0;
    }

    private void tellOfHints(Map<MessageKey, Long> keys) {
        Set<MessageKey> left = new LinkedHashSet<>(keys.keySet());
        List<JournalRow> rows = left.isEmpty() ? List.of() : books.store().pending(left);
        while (!rows.isEmpty()) {
            tell(rows, not(Told::foundNothing));
            rows.forEach(row -> left.remove(row.key()));
            if (signals.isRedisAway()) {
                // Each portion would wait for its answer in vain.
                signals.changed(left);
                return;
            }
            long now = System.nanoTime();
            rows.forEach(row -> counts.relayed(now - keys.getOrDefault(row.key(), now)));
            rows = left.isEmpty() ? List.of() : books.store().pending(left);
        }
        if (signals.confirmations.size() >= Confirmations.BATCH) {
            confirmations.record();
        }
    }

    private void sweep(BooleanSupplier stops) {
        if (signals.isRedisAway() && presence.isStillAway()) {
            return;
        }
        List<JournalRow> rows;
        do {
            rows = books.transactions().inOwn(() -> books.store().takePending(BATCH));
            tell(rows, told -> true);
            confirmations.record();
        } while (!rows.isEmpty()
                && !signals.isRedisAway()
                && !stops.getAsBoolean()
                && !Thread.currentThread().isInterrupted());
    }

    /** @param isFinal whether Redis need not be told again */
    private void tell(List<JournalRow> pending, Predicate<Told> isFinal) {
        List<JournalRow> rows = pending.stream()
                .filter(row -> !completion.isEnded(row.revision()))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        List<Told> told = calls.tell(rows);
        // Recorded many at a time: each transaction waits for the disk, and holds up the messages that come after.
        told.stream()
                .filter(not(Told::hasFailed))
                .filter(isFinal)
                .map(Told::confirmation)
                .forEach(signals::told);
        List<Told> failures = told.stream().filter(Told::hasFailed).toList();
        // Others are left to the sweep, so that a shard that is down does not hold up the rest.
        if (failures.size() < told.size()) {
            return;
        }
        String failure = String.valueOf(failures.get(0).answer().failure());
        if (presence.isStillAway()) {
            signals.redisIsAway(true);
            failures.forEach(one -> signals.failed(one.row().key()));
            log.warn(
                    "Redis does not answer. Messages are recorded in the journal's database, and sent when Redis answers"
                            + " again: {}",
                    failure);
        } else if (isFirstFailure()) {
            // Redis has just come back, or what it answered was about one call.
            failures.forEach(one -> signals.failed(one.row().key()));
        } else {
            refused(failure);
        }
    }

    private boolean isFirstFailure() {
        long now = System.nanoTime();
        boolean isFirst = now - failedAt >= CALM.toNanos();
        failedAt = now;
        return isFirst;
    }

    private void refused(String failure) {
        if (limit.mayWarn()) {
            log.warn(
                    "Redis answers, but does not take recorded messages, or not those of one shard or topic. They are tried again after 30 s"
                            + " to 5 min: {}",
                    failure);
        }
    }

    private void worked() {
        if (failing) {
            failing = false;
            log.info("The journal's relay works again");
        }
    }

    private void failed(Throwable e) {
        if (failing) {
            log.debug("The journal's relay fails again", e);
            return;
        }
        failing = true;
        log.warn(
                "The journal's relay failed. Recorded messages are sent later. Retrying every second: {}",
                e.toString());
    }
}
