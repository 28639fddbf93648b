package org.delay.redisson.benchmark.fleet;

import java.util.function.Consumer;

/** What Redis spends on a heartbeat that finds no change, by the number of instances. They have no engines. */
final class HeartbeatPart implements FleetPart {

    private static final int[] INSTANCES = {5, 50, 200, 500, 1_000};
    private static final int HEARTBEATS = 1_000;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept("| heartbeats in a row: instances | µs |");
        says.accept("| --- | --- |");
        for (int instances : INSTANCES) {
            try (Fleet fleet = new Fleet(FleetOptions.SHARDS)) {
                double[] micros = fleet.heartbeatMicrosInARow(instances, HEARTBEATS);
                says.accept("| " + instances + " | " + Numbers.micros(micros) + " |");
            }
        }
    }
}
