package org.delay.redisson.benchmark.simulation;

import java.util.List;

/** Messages that one claim took, by their due times in milliseconds. It belongs to its claimer until its lease is over. */
final class Batch {

    private final List<Long> dueTimes;
    private final long leaseEnd;
    private boolean settled;

    Batch(List<Long> dueTimes, long leaseEnd) {
        this.dueTimes = List.copyOf(dueTimes);
        this.leaseEnd = leaseEnd;
    }

    List<Long> dueTimes() {
        return dueTimes;
    }

    int size() {
        return dueTimes.size();
    }

    long leaseEnd() {
        return leaseEnd;
    }

    /** It was acked, or taken by another claim. */
    void settle() {
        settled = true;
    }

    boolean isMature() {
        return settled;
    }
}
