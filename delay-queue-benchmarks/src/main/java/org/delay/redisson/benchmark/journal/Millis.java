package org.delay.redisson.benchmark.journal;

import org.HdrHistogram.Histogram;

/** Durations. For one thread. */
final class Millis {

    private static final long MOST_NANOS = 3_600_000_000_000L;

    private final Histogram nanos = new Histogram(MOST_NANOS, 3);

    void add(long duration) {
        nanos.recordValue(Math.min(Math.max(0, duration), MOST_NANOS));
    }

    /** In milliseconds. */
    double at(double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
