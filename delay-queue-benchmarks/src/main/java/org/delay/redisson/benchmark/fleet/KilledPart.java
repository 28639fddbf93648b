package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The owner of a shard and the next two in its order die at once. */
final class KilledPart implements FleetPart {

    private static final int DEAD = 3;
    private static final int WARM_UP_SECONDS = 10;
    /** Longer than a lease: what the dead had claimed comes again. */
    private static final int AFTERWARDS_SECONDS = 45;

    @Override
    public void run(FleetOptions options, Consumer<String> says) throws Exception {
        says.accept("| " + options.instances() + " instances, " + options.perSecond() + " messages/s | lateness | |");
        says.accept("| --- | --- | --- |");
        try (Fleet fleet = new Fleet(FleetOptions.SHARDS)) {
            fleet.start(options.instances(), Duration.ofSeconds(5));
            fleet.settle();
            try (SteadySender sender = new SteadySender(fleet.sender.queue(), options.perSecond())) {
                TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
                var unused = fleet.arrivals.next();
                TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
                says.accept("| before | " + Arrivals.text(fleet.arrivals.next()) + " | |");
                List<FleetInstance> dead = fleet.kill(0, DEAD);
                TimeUnit.SECONDS.sleep(AFTERWARDS_SECONDS);
                long sent = sender.end();
                boolean complete = fleet.arrivals.await(sent, AFTERWARDS_SECONDS);
                says.accept("| owner and next " + (DEAD - 1) + " killed | "
                        + Arrivals.text(fleet.arrivals.next()) + " | " + fleet.arrivals.repeated()
                        + " were under delivery and came again; " + (complete ? "none" : "some") + " missing |");
                dead.forEach(FleetInstance::bury);
            }
        }
    }
}
