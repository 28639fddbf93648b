package org.delay.redisson.benchmark.result;

import org.delay.redisson.benchmark.result.Target.Bound;

/**
 * How a figure stands to its target.
 *
 * @param value the ratio, or the number where the target is a plain one
 */
public record Verdict(Target target, double value) {

    /** Whether the target is reached. */
    public boolean reached() {
        return target.bound() == Bound.AT_LEAST ? value >= target.factor() : value <= target.factor();
    }

    /** By which part of the target it is missed: 0.2 is 20 percent; 0 where it is reached. */
    public double shortfall() {
        if (reached()) {
            return 0;
        }
        return target.factor() == 0 ? Double.POSITIVE_INFINITY : Math.abs(value / target.factor() - 1);
    }
}
