package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.benchmark.fleet.FleetRun;
import org.delay.redisson.benchmark.fleet.FleetRun.Measured;
import org.delay.redisson.benchmark.fleet.FleetRun.Plan;

/**
 * A fleet as it was measured, and as it was simulated.
 *
 * @param waits of the machine while the fleet was under load
 */
record Comparison(Plan plan, Measured measured, Waits waits, Outcome idle, Outcome load) {

    static Plan plan(int instances, Duration idle, Duration load) {
        return new Plan(instances, Scenarios.SHARDS, Scenarios.RATE, idle, load);
    }

    /** The waits of threads are measured beside the fleet: its instances share the machine, and make each other wait. */
    static Comparison of(Plan plan, Costs costs, CostMeasurement measurement) throws Exception {
        List<Waits> beside = new ArrayList<>();
        Measured measured = FleetRun.measure(plan, time -> beside.add(measurement.waits(time)));
        Waits waits = beside.get(0);
        Outcome idle = new SimulatedFleet(Scenarios.measured(plan, true), costs).run();
        Outcome load = new SimulatedFleet(Scenarios.measured(plan, false), costs.with(waits)).run();
        return new Comparison(plan, measured, waits, idle, load);
    }
}
