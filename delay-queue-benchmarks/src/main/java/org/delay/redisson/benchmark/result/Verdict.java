package org.delay.redisson.benchmark.result;

import java.util.Optional;
import org.delay.redisson.benchmark.result.Target.Bound;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a figure with its target.
 *
 * @param value the ratio, or the number if the target is a plain number
 */
public record Verdict(Target target, double value) {

    /** Compares the findings with a target. Empty if a required quantity was not measured. */
    public static Optional<Verdict> of(Target target, Findings findings) {
        @Nullable Quantity reference = target.reference();
        Quantity measured = target.measured();
        Optional<Double> value = reference == null
                ? findings.spread(measured.figure(), measured.subject()).map(Spread::median)
                : findings.ratio(measured, reference);
        return value.map(found -> new Verdict(target, found));
    }

    /** Whether the target is reached. */
    public boolean reached() {
        return target.bound() == Bound.AT_LEAST ? value >= target.factor() : value <= target.factor();
    }

    /** The fraction by which the target is missed: 0.2 is 20 percent. 0 if it is reached. */
    public double shortfall() {
        if (reached()) {
            return 0;
        }
        return target.factor() == 0 ? Double.POSITIVE_INFINITY : Math.abs(value / target.factor() - 1);
    }
}
