package org.delay.redisson.benchmark.workload;

/** Names of the metrics of lateness. */
public final class LatenessMetrics {

    public static final String P50 = "p50";
    public static final String P99 = "p99";
    public static final String MOST = "most";
    public static final String EARLY = "early";
    public static final String MISSING = "not yet there 10 s after the last was due";

    private LatenessMetrics() {}
}
