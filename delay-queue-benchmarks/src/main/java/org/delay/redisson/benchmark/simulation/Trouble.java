package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.Set;

/** What goes wrong. Times count from the beginning of the measurement. */
sealed interface Trouble {

    Duration at();

    /** Instances are killed: they take back nothing and say nothing. */
    record Death(Duration at, Set<Integer> instances) implements Trouble {

        public Death {
            instances = Set.copyOf(instances);
        }
    }

    /** A master does not answer until a replica takes over, which has all of its data. */
    record Failover(Duration at, int master, Duration lasts) implements Trouble {}
}
