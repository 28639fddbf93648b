package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.benchmark.fleet.FleetRun;
import org.delay.redisson.benchmark.simulation.Terms.Span;
import org.delay.redisson.benchmark.simulation.Terms.Traffic;

/** What is simulated. */
final class Scenarios {

    /** Of the fleets that are measured as well. */
    static final int SHARDS = 12;

    static final int RATE = 200;

    private static final int BIG_WORKERS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration WARM_UP = Duration.ofMillis(2_100);
    private static final Duration TROUBLE = Duration.ofMillis(500);
    private static final Duration FAILOVER = Duration.ofSeconds(1);
    private static final int DEAD_IN_A_THOUSAND = 100;
    private static final int THOUSAND = 1_000;

    private Scenarios() {}

    /** A fleet as {@link FleetRun} measures it, idle or under load. */
    static Terms measured(FleetRun.Plan plan, boolean idle) {
        Duration time = idle ? plan.idle() : plan.load();
        Traffic traffic = idle
                ? new Traffic(0, Duration.ZERO, Duration.ZERO, 1)
                : new Traffic(plan.perSecond(), FleetRun.DELAY, Duration.ZERO, FleetRun.TOPICS);
        Span span = new Span(idle ? plan.settling() : plan.idle(), time, PATIENCE);
        return new Terms(plan.instances(), plan.shards(), 1, FleetRun.WORKERS, traffic, span, List.of(), 1);
    }

    /**
     * A fleet that fits on no machine here, and what goes wrong in it.
     *
     * @param size its instances, shards and masters
     */
    static Map<String, Terms> big(Size size) {
        Terms calm = new Terms(
                size.instances(),
                size.shards(),
                size.masters(),
                BIG_WORKERS,
                new Traffic(size.rate(), Duration.ofMillis(500), Duration.ofSeconds(1), 1),
                new Span(WARM_UP, Duration.ofSeconds(size.seconds()), PATIENCE),
                List.of(),
                1);
        int dead = Math.max(1, size.instances() * DEAD_IN_A_THOUSAND / THOUSAND);
        Map<String, Terms> all = new LinkedHashMap<>();
        all.put("nothing fails", calm);
        all.put(
                dead + " instances die after 0.5 s",
                calm.with(new Trouble.Death(
                        TROUBLE, IntStream.range(0, dead).boxed().collect(Collectors.toSet()))));
        all.put(
                "a master is away from 0.5 s to 1.5 s",
                calm.with(new Trouble.Failover(TROUBLE, size.masters() / 2, FAILOVER)));
        return all;
    }

    /**
     * How large a fleet is.
     *
     * @param rate messages a second
     * @param seconds that are measured
     */
    record Size(int instances, int shards, int masters, double rate, int seconds) {

        static final Size FULL = new Size(1_000, 1_024, 100, 1_000_000, 2);

        static final Size QUICK = new Size(50, 64, 10, 20_000, 2);
    }
}
