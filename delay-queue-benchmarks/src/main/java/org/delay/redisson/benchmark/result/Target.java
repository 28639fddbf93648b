package org.delay.redisson.benchmark.result;

import org.jspecify.annotations.Nullable;

/**
 * A target for a figure.
 *
 * @param workload in words
 * @param measured the measured quantity
 * @param bound whether it must be at least or at most
 * @param factor the required multiple of the reference
 * @param reference the quantity to compare with; null for the plain number 1
 */
public record Target(
        String workload,
        Quantity measured,
        Bound bound,
        double factor,
        @Nullable Quantity reference) {

    /** The direction of a target. */
    public enum Bound {
        AT_LEAST("≥"),
        AT_MOST("≤");

        private final String symbol;

        Bound(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    /** At least a multiple of the reference. */
    public static Target atLeast(String workload, Quantity measured, double factor, Quantity reference) {
        return new Target(workload, measured, Bound.AT_LEAST, factor, reference);
    }

    /** At most a multiple of the reference. */
    public static Target atMost(String workload, Quantity measured, double factor, Quantity reference) {
        return new Target(workload, measured, Bound.AT_MOST, factor, reference);
    }

    /** At least a plain number. */
    public static Target atLeast(String workload, Quantity measured, double value) {
        return new Target(workload, measured, Bound.AT_LEAST, value, null);
    }

    /** At most a plain number. */
    public static Target atMost(String workload, Quantity measured, double value) {
        return new Target(workload, measured, Bound.AT_MOST, value, null);
    }
}
