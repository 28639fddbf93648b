package org.delay.redisson.benchmark.simulation;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;

/** Measured durations, from which the simulation draws. Nanoseconds. */
final class Samples {

    private final long[] sorted;

    private Samples(long[] sorted) {
        this.sorted = sorted;
    }

    /** At least one duration. */
    static Samples of(long... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("There must be a sample");
        }
        return new Samples(LongStream.of(nanos).sorted().toArray());
    }

    long draw(Random random) {
        return sorted.length == 1 ? sorted[0] : sorted[random.nextInt(sorted.length)];
    }

    /** The same without a part of each, nanoseconds. */
    Samples without(long nanos) {
        return new Samples(
                LongStream.of(sorted).map(each -> Math.max(0, each - nanos)).toArray());
    }

    /** The value below which a share of them lies. */
    long at(double share) {
        return sorted[(int) Math.min(sorted.length - 1, (long) (share * sorted.length))];
    }

    @Override
    public String toString() {
        return Arrays.toString(sorted);
    }
}
