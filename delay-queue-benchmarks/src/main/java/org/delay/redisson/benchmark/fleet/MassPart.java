package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Many instances start at once beside a few, and stop at once. */
final class MassPart implements FleetPart {

    private static final int OTHERS = 5;
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final int PHASE_SECONDS = 15;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept("| " + options.perSecond()
                + " messages/s, phase | commands/s | Redis's thread % | kB/s out | lateness | calls/s |");
        says.accept("| --- | --- | --- | --- | --- | --- |");
        try (Fleet fleet = new Fleet(FleetOptions.SHARDS)) {
            fleet.start(OTHERS, WITHIN);
            fleet.settle();
            try (SteadySender sender = new SteadySender(fleet.sender.queue(), options.perSecond())) {
                phase(OTHERS + " instances", fleet, says, () -> {});
                phase(options.instances() + " start", fleet, says, () -> fleet.start(options.instances(), WITHIN));
                phase("then", fleet, says, () -> {});
                phase(options.instances() + " stop", fleet, says, () -> fleet.stop(options.instances(), WITHIN));
                phase("then", fleet, says, () -> {});
                long sent = sender.end();
                says.accept(
                        "| " + (fleet.arrivals.await(sent, PHASE_SECONDS) ? "none" : "some") + " missing | | | | | |");
            }
        }
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static void phase(String name, Fleet fleet, Consumer<String> says, Step step) throws Exception {
        Map<String, Long> calls = fleet.countCalls();
        Reading before = fleet.read();
        var unused = fleet.arrivals.next();
        long began = System.nanoTime();
        step.run();
        TimeUnit.NANOSECONDS.sleep(began + TimeUnit.SECONDS.toNanos(PHASE_SECONDS) - System.nanoTime());
        Reading cost = fleet.read().since(before);
        says.accept(String.join(
                " | ",
                "| " + name + ", " + Numbers.text(cost.seconds()) + " s; "
                        + fleet.sender.queue().instances().size() + " listed",
                Numbers.text(cost.commandsPerSecond()),
                Numbers.text(cost.busyPercent()),
                Numbers.kilobytes(cost.bytesPerSecond()),
                Arrivals.text(fleet.arrivals.next()),
                fleet.calls.since(calls, cost.seconds()) + " |"));
    }
}
