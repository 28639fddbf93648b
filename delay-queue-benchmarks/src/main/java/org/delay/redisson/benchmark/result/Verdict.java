package org.delay.redisson.benchmark.result;

import org.delay.redisson.benchmark.result.Target.Bound;

/**
 * The comparison of a figure with its target.
 *
 * @param value the ratio, or the number if the target is a plain number
 */
public record Verdict(Target target, double value) {

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
