package org.delay.redisson.benchmark.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.HdrHistogram.Histogram;
import org.delay.redisson.benchmark.contender.Parcel;
import org.delay.redisson.benchmark.result.Unit;

/**
 * Records the lateness of messages from their due time. A missing message counts as late until the end of the wait. Safe for use
 * by many threads.
 */
public final class LatenessRecorder {

    private static final long MOST_MICROS = Duration.ofHours(1).toNanos() / 1_000;
    private static final int DIGITS = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition received = lock.newCondition();
    private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
    private final Map<String, Instant> awaited = new ConcurrentHashMap<>();
    private Instant last = Instant.EPOCH;
    private int early;
    private int missing;

    /** A message is about to be sent. */
    public void expect(Parcel parcel) {
        awaited.put(parcel.body(), parcel.due());
        if (parcel.due().isAfter(last)) {
            last = parcel.due();
        }
    }

    /** A message has arrived. Unexpected and repeated messages are ignored. */
    public void received(String body) {
        Instant now = Instant.now();
        Instant due = awaited.remove(body);
        if (due == null) {
            return;
        }
        lock.lock();
        try {
            record(due, now);
            if (awaited.isEmpty()) {
                received.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for all expected messages, at most this long after the last due time. */
    public void await(Duration patience) throws InterruptedException {
        Instant end = last.plus(patience);
        lock.lock();
        try {
            long left = Instant.now().until(end, ChronoUnit.NANOS);
            while (!awaited.isEmpty() && left > 0) {
                received.await(left, TimeUnit.NANOSECONDS);
                left = Instant.now().until(end, ChronoUnit.NANOS);
            }
            missing = awaited.size();
            awaited.values().forEach(due -> record(due, end));
            awaited.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Whether messages are expected that have not arrived. */
    boolean isWaiting() {
        return !awaited.isEmpty();
    }

    double millisAt(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }

    int early() {
        return early;
    }

    int missing() {
        return missing;
    }

    public void write(String setting, Notebook notebook) {
        notebook.write(setting, LatenessMetrics.P50, Unit.MILLISECONDS, millisAt(50));
        notebook.write(setting, LatenessMetrics.P99, Unit.MILLISECONDS, millisAt(99));
        notebook.write(setting, LatenessMetrics.MOST, Unit.MILLISECONDS, millisAt(100));
        notebook.write(setting, LatenessMetrics.EARLY, Unit.COUNT, early);
        if (missing > 0) {
            notebook.write(setting, LatenessMetrics.MISSING, Unit.COUNT, missing);
        }
    }

    private void record(Instant due, Instant now) {
        long late = due.until(now, ChronoUnit.MICROS);
        if (late < 0) {
            early++;
        }
        micros.recordValue(Math.min(Math.max(0, late), MOST_MICROS));
    }
}
