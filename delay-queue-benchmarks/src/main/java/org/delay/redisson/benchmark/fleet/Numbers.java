package org.delay.redisson.benchmark.fleet;

import java.util.Arrays;
import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {

    private static final double SMALL = 20;

    private Numbers() {}

    static String text(double value) {
        return String.format(Locale.ROOT, value < SMALL ? "%,.1f" : "%,.0f", value);
    }

    static String kilobytes(double bytes) {
        return text(bytes / 1_000);
    }

    /** Of times in µs, the shortest first. */
    static String micros(double[] sorted) {
        return sorted.length == 0
                ? "none"
                : "median " + text(sorted[sorted.length / 2]) + ", mean "
                        + text(Arrays.stream(sorted).average().orElse(0)) + " of " + sorted.length;
    }
}
