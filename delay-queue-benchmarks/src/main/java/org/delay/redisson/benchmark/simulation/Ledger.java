package org.delay.redisson.benchmark.simulation;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Who was late by how much, of the messages that are due in the time that is measured. */
final class Ledger {

    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final long MILLIS_OF_SECOND = 1_000;
    private static final long MOST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;
    private static final int DIGITS_OF_SECONDS = 2;

    private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
    private final List<Histogram> seconds;
    private final long beginMillis;
    private final long endMillis;
    private long sent;

    /** Counts messages that are due from one time to another, nanoseconds. */
    Ledger(long begin, long end) {
        this.beginMillis = begin / NANOS_OF_MILLI;
        this.endMillis = end / NANOS_OF_MILLI;
        long number = Math.max(1, (endMillis - beginMillis + MILLIS_OF_SECOND - 1) / MILLIS_OF_SECOND);
        this.seconds = IntStream.range(0, Math.toIntExact(number))
                .mapToObj(second -> new Histogram(MOST_MICROS, DIGITS_OF_SECONDS))
                .toList();
    }

    private boolean counts(long dueMillis) {
        return dueMillis >= beginMillis && dueMillis < endMillis;
    }

    void sent(long dueMillis) {
        if (counts(dueMillis)) {
            sent++;
        }
    }

    /** Its handler begins at a time, nanoseconds. */
    void delivered(long dueMillis, long at) {
        if (counts(dueMillis)) {
            long late = Math.min(MOST_MICROS, (at - dueMillis * NANOS_OF_MILLI) / 1000);
            micros.recordValue(late);
            seconds.get((int) ((dueMillis - beginMillis) / MILLIS_OF_SECOND)).recordValue(late);
        }
    }

    /** What became of them. */
    Lateness lateness() {
        return new Lateness(
                sent,
                micros.getTotalCount(),
                millis(micros, 50),
                millis(micros, 99),
                millis(micros, 100),
                seconds.stream().map(second -> millis(second, 99)).toList());
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }
}
