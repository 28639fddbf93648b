package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a steady rate costs with one instance and with many. */
final class LoadPart implements FleetPart {

    private static final int WARM_UP_SECONDS = 10;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept("| " + options.perSecond()
                + " messages/s | commands/s | Redis's thread % | kB/s out | lateness | calls/s |");
        says.accept("| --- | --- | --- | --- | --- | --- |");
        measure(1, options, says);
        measure(options.instances(), options, says);
    }

    private static void measure(int instances, FleetOptions options, Consumer<String> says) throws Exception {
        try (Fleet fleet = new Fleet(FleetOptions.SHARDS)) {
            fleet.start(instances, Duration.ofSeconds(5));
            fleet.settle();
            try (SteadySender sender = new SteadySender(fleet.sender.queue(), options.perSecond())) {
                TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
                Map<String, Long> calls = fleet.countCalls();
                Reading before = fleet.read();
                var unused = fleet.arrivals.next();
                TimeUnit.SECONDS.sleep(options.seconds());
                Reading cost = fleet.read().since(before);
                says.accept(String.join(
                        " | ",
                        "| " + instances + " × " + FleetOptions.SHARDS,
                        Numbers.text(cost.commandsPerSecond()),
                        Numbers.text(cost.busyPercent()),
                        Numbers.kilobytes(cost.bytesPerSecond()),
                        Arrivals.text(fleet.arrivals.next()),
                        fleet.calls.since(calls, cost.seconds()) + " |"));
                var unusedSends = sender.end();
            }
        }
    }
}
