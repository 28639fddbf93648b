package org.delay.redisson.benchmark.fleet;

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
}
