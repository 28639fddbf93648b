package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.delay.redisson.benchmark.fleet.FleetOptions.Row;

/** What a fleet costs while nothing is due. */
final class IdlePart implements FleetPart {

    private static final int INSTANCES_OF_SECOND = 12;
    private static final int HEARTBEAT_SECONDS = 10;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept(
                "| idle: instances × shards | commands/s | Redis's thread % | kB/s out | µs of a heartbeat | calls/s |");
        says.accept("| --- | --- | --- | --- | --- | --- |");
        for (Row row : options.rows()) {
            measure(row, options, says);
        }
    }

    private static void measure(Row row, FleetOptions options, Consumer<String> says) throws Exception {
        try (Fleet fleet = new Fleet(row.shards())) {
            fleet.register();
            fleet.start(row.instances(), Duration.ofSeconds(5));
            fleet.settle();
            Map<String, Long> calls = fleet.countCalls();
            Reading before = fleet.read();
            // Long enough for a heartbeat of each instance.
            TimeUnit.SECONDS.sleep(Math.max(options.seconds(), row.instances() / INSTANCES_OF_SECOND));
            Reading cost = fleet.read().since(before);
            String made = fleet.calls.since(calls, cost.seconds());
            says.accept(String.join(
                    " | ",
                    "| " + row.instances() + " × " + row.shards(),
                    Numbers.text(cost.commandsPerSecond()),
                    Numbers.text(cost.busyPercent()),
                    Numbers.kilobytes(cost.bytesPerSecond()),
                    Numbers.micros(fleet.heartbeatMicros(HEARTBEAT_SECONDS)),
                    made + " |"));
        }
    }
}
