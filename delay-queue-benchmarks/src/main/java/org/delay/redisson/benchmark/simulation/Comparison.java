package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import org.delay.redisson.benchmark.fleet.FleetRun;
import org.delay.redisson.benchmark.fleet.FleetRun.Measured;

/** A fleet as it was measured, and as it was simulated. */
record Comparison(int instances, Measured measured, Outcome idle, Outcome load) {

    static Comparison of(int instances, Costs costs, Duration time) throws Exception {
        Measured measured = FleetRun.measure(instances, Scenarios.SHARDS, Scenarios.RATE, time);
        Outcome idle = new SimulatedFleet(Scenarios.measured(instances, true, time), costs).run();
        Outcome load = new SimulatedFleet(Scenarios.measured(instances, false, time), costs).run();
        return new Comparison(instances, measured, idle, load);
    }
}
