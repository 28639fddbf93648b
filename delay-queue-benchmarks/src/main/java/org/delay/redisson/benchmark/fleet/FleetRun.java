package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One fleet, idle and then under a steady load, for who compares it with something else. */
public final class FleetRun {

    /** Of each instance here. */
    public static final int WORKERS = FleetInstance.WORKERS;

    /** To which messages go in turn. */
    public static final int TOPICS = Fleet.TOPICS;

    /** Of each message. */
    public static final Duration DELAY = SteadySender.DELAY;

    private static final Duration START = Duration.ofSeconds(5);

    private FleetRun() {}

    /**
     * What was measured.
     *
     * @param idle while nothing is due
     * @param load at the rate
     * @param p50 lateness in ms
     * @param p99 lateness in ms
     */
    public record Measured(Cost idle, Cost load, double p50, double p99) {}

    /**
     * What a fleet costs Redis.
     *
     * @param commands a second, those inside scripts included
     * @param busy the share of its time in which its thread works
     */
    public record Cost(double commands, double busy) {

        private static Cost of(Reading reading) {
            return new Cost(reading.commandsPerSecond(), reading.busyPercent() / 100);
        }
    }

    /**
     * What is measured.
     *
     * @param perSecond messages
     * @param idle how long it is idle, and how long it is under load before that is measured
     * @param load how long it is measured under load
     */
    public record Plan(int instances, int shards, int perSecond, Duration idle, Duration load) {

        /** How long all instances have run when the first measurement begins. */
        public Duration settling() {
            return Fleet.settling(instances);
        }
    }

    /** Lasts for a time, and may do something meanwhile. */
    public interface Meanwhile {

        void last(Duration time) throws InterruptedException;
    }

    /** Starts the instances, measures them, and stops them. */
    public static Measured measure(Plan plan, Meanwhile underLoad) throws Exception {
        try (Fleet fleet = new Fleet(plan.shards)) {
            fleet.register();
            fleet.start(plan.instances, START);
            fleet.settle();
            Reading began = fleet.read();
            TimeUnit.NANOSECONDS.sleep(plan.idle.toNanos());
            Reading idle = fleet.read().since(began);
            try (SteadySender sender = new SteadySender(fleet.sender.queue(), plan.perSecond)) {
                TimeUnit.NANOSECONDS.sleep(plan.idle.toNanos());
                Reading before = fleet.read();
                var unused = fleet.arrivals.next();
                underLoad.last(plan.load);
                Reading load = fleet.read().since(before);
                Histogram late = fleet.arrivals.next();
                var unusedSends = sender.end();
                return new Measured(
                        Cost.of(idle),
                        Cost.of(load),
                        late.getValueAtPercentile(50) / 1e3,
                        late.getValueAtPercentile(99) / 1e3);
            }
        }
    }
}
