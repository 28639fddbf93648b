package org.delay.redisson.operations;

import java.time.Duration;

/** How far a load looks ahead, and how closely. */
public enum LoadScale {
    /** About an hour by five minutes, for a glance. */
    GLANCE(Duration.ofMinutes(5), 12),
    /** Two hours by the minute. */
    MINUTES(Duration.ofMinutes(1), 120),
    /** Two days by the hour. */
    HOURS(Duration.ofHours(1), 48),
    /** Sixty days by the day, of UTC. */
    DAYS(Duration.ofDays(1), 60);

    private final Duration bucket;
    private final int buckets;

    LoadScale(Duration bucket, int buckets) {
        this.bucket = bucket;
        this.buckets = buckets;
    }

    /** The length of a bucket. */
    public Duration bucket() {
        return bucket;
    }

    /** How many there are. */
    public int buckets() {
        return buckets;
    }
}
