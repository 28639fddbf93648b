package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.List;

/**
 * A fleet, and what it has to do.
 *
 * @param instances how many dispatch
 * @param masters how many share the shards, by the slots of their keys
 * @param workers of each instance
 * @param traffic what is sent
 * @param span how long is measured
 * @param troubles what goes wrong meanwhile
 * @param seed decides every random choice
 */
record Terms(
        int instances,
        int shards,
        int masters,
        int workers,
        Traffic traffic,
        Span span,
        List<Trouble> troubles,
        long seed) {

    Terms {
        troubles = List.copyOf(troubles);
    }

    /**
     * Messages at a steady rate.
     *
     * @param rate messages a second; none if 0
     * @param leastDelay of a message
     * @param spread how much longer its delay may be
     * @param topics to which they go in turn
     */
    record Traffic(double rate, Duration leastDelay, Duration spread, int topics) {

        static final Traffic NONE = new Traffic(0, Duration.ZERO, Duration.ZERO, 1);
    }

    /**
     * What is measured.
     *
     * @param warmUp how long after the start to begin; at least the longest delay, so that the rate is steady by then
     * @param time messages that are due in this time count
     * @param patience how long to wait for them
     */
    record Span(Duration warmUp, Duration time, Duration patience) {}

    Terms with(Trouble trouble) {
        return new Terms(instances, shards, masters, workers, traffic, span, List.of(trouble), seed);
    }
}
