package org.delay.redisson.benchmark.simulation;

import java.util.List;

/**
 * How late messages were.
 *
 * @param sent how many were due in the time that was measured
 * @param delivered how many of them came, those that came twice counted twice
 * @param p50 milliseconds
 * @param p99 milliseconds
 * @param most milliseconds
 * @param p99BySecond by the second in which they were due, milliseconds
 */
record Lateness(long sent, long delivered, double p50, double p99, double most, List<Double> p99BySecond) {

    Lateness {
        p99BySecond = List.copyOf(p99BySecond);
    }
}
