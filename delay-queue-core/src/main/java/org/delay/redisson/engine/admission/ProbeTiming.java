package org.delay.redisson.engine.admission;

import java.time.Duration;

/** When a destination that fails may be probed next. Guarded by its breaker's lock. */
final class ProbeTiming {

    /** Between the probes of a destination of which all topics failed. */
    private static final long FIRST_BACKOFF = Duration.ofMillis(100).toNanos();

    /** Short enough that a destination that is available again is noticed soon. */
    private static final long MAX_BACKOFF = Duration.ofSeconds(2).toNanos();

    /** A destination that fails slowly rests for as long as its probe took, so that it has half of a worker, up to this. */
    private static final long LONGEST_REST = Duration.ofSeconds(5).toNanos();

    private long backoff = FIRST_BACKOFF;
    private long untriedFrom;
    private long failedFrom;

    /** Probes may begin now. */
    ProbeTiming(long now) {
        this.untriedFrom = now;
        this.failedFrom = now;
    }

    /** How long until a topic may be probed; not positive if it may be now. */
    long until(boolean hasFailed, long now) {
        return (hasFailed ? failedFrom : untriedFrom) - now;
    }

    /**
     * A topic failed.
     *
     * @param took how long its probe took, or -1 if it was none
     * @param again whether the topic had failed before
     */
    void failed(long now, long took, boolean again) {
        if (again) {
            backoff = Math.min(2 * backoff, MAX_BACKOFF);
        }
        long rest = Math.min(Math.max(took, 0), LONGEST_REST);
        untriedFrom = now + rest;
        failedFrom = now + Math.max(rest, backoff);
    }

    /** The destination answered: probes may begin now. */
    void answered(long now) {
        backoff = FIRST_BACKOFF;
        untriedFrom = now;
        failedFrom = now;
    }
}
