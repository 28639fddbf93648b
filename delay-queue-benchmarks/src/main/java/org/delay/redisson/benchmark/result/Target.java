package org.delay.redisson.benchmark.result;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a figure must reach.
 *
 * @param workload in words
 * @param measured what is looked at
 * @param bound whether it must be at least or at most
 * @param factor so many times the reference
 * @param reference what it is compared with; null for the plain number 1
 */
public record Target(
        String workload,
        Quantity measured,
        Bound bound,
        double factor,
        @Nullable Quantity reference) {

    /** In which direction a target holds. */
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

    /** At least so many times what it is compared with. */
    public static Target atLeast(String workload, Quantity measured, double factor, Quantity reference) {
        return new Target(workload, measured, Bound.AT_LEAST, factor, reference);
    }

    /** At most so many times what it is compared with. */
    public static Target atMost(String workload, Quantity measured, double factor, Quantity reference) {
        return new Target(workload, measured, Bound.AT_MOST, factor, reference);
    }

    /** At most a plain number. */
    public static Target atMost(String workload, Quantity measured, double value) {
        return new Target(workload, measured, Bound.AT_MOST, value, null);
    }

    /** How the findings stand to it; empty if what it needs was not measured. */
    public Optional<Verdict> judge(Findings findings) {
        Optional<Double> value = reference == null
                ? findings.spread(measured.figure(), measured.subject()).map(Spread::median)
                : findings.ratio(measured, reference);
        return value.map(found -> new Verdict(this, found));
    }
}
