package org.delay.redisson.benchmark.simulation;

import static org.delay.redisson.benchmark.simulation.KnownCosts.COSTS;
import static org.delay.redisson.benchmark.simulation.KnownCosts.ONE_MESSAGE;
import static org.delay.redisson.benchmark.simulation.KnownCosts.calm;
import static org.delay.redisson.benchmark.simulation.KnownCosts.millis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.delay.redisson.InstanceOperations.Instance;
import org.delay.redisson.engine.schedule.Rendezvous;
import org.junit.jupiter.api.Test;

/** Cases whose outcome can be computed by hand. */
class SimulatedFleetTest {

    /** What the histogram's three digits allow. */
    private static final double DIGITS = 0.001;

    /** For each subscriber, nanoseconds. */
    private static final long SIGNAL = 1_000;

    @Test
    void aMessageIsAsLateAsItsCallsTake() {
        Lateness lateness = lateness(calm(1));
        assertEquals(2, lateness.sent());
        assertEquals(2, lateness.delivered());
        assertMillis(ONE_MESSAGE, lateness.p50());
        assertMillis(ONE_MESSAGE, lateness.most());
    }

    @Test
    void otherInstancesChangeNothing() {
        Lateness lateness = lateness(calm(5));
        assertEquals(2, lateness.delivered());
        assertMillis(ONE_MESSAGE, lateness.most());
    }

    @Test
    void theSecondStandsInForADeadOwnerSixtyMillisecondsLater() {
        Terms terms = calm(3).with(new Trouble.Death(Duration.ZERO, Set.of(inOrder(3, 0))));
        Lateness lateness = lateness(terms);
        assertEquals(2, lateness.delivered());
        assertMillis(Duration.ofMillis(60).toNanos() + ONE_MESSAGE, lateness.p50());
        assertMillis(Duration.ofMillis(60).toNanos() + ONE_MESSAGE, lateness.most());
    }

    @Test
    void theThirdStandsInForTwo() {
        Terms terms = calm(4).with(new Trouble.Death(Duration.ZERO, Set.of(inOrder(4, 0), inOrder(4, 1))));
        assertMillis(
                Duration.ofMillis(120).toNanos() + ONE_MESSAGE, lateness(terms).most());
    }

    @Test
    void aCommandIsCountedWhereItIsExecuted() {
        Outcome outcome = new SimulatedFleet(calm(1), COSTS).run();
        assertEquals(2, outcome.calls().get(Call.SEND));
        assertEquals(2, outcome.calls().get(Call.CLAIM));
        assertEquals(2, outcome.calls().get(Call.ACK));
        // One before each claim. A sweep would come later.
        assertEquals(2, outcome.calls().get(Call.POLL));
        double busy = 2 * (KnownCosts.SEND + KnownCosts.POLL + KnownCosts.CLAIM + KnownCosts.ACK);
        assertEquals(busy / 1e9, outcome.busiest(), 1e-6);
    }

    /** The owner and the next two follow the shard, if there are enough instances. */
    @Test
    void aWakeUpCostsAsMuchAsItsShardHasFollowers() {
        assertEquals(2 * 3 * SIGNAL, nanosOfSignals(20), DIGITS * SIGNAL);
        assertEquals(2 * 5 * SIGNAL, nanosOfSignals(5), DIGITS * SIGNAL);
    }

    private static double nanosOfSignals(int instances) {
        Map<Call, CallCost> calls = new EnumMap<>(COSTS.calls());
        calls.put(Call.SIGNAL, new CallCost(0, SIGNAL, 1));
        Costs costs = new Costs(calls, COSTS.awakening(), COSTS.idleShare(), COSTS.waits(), COSTS.handler());
        double without = new SimulatedFleet(calm(instances), COSTS).run().busiest();
        return (new SimulatedFleet(calm(instances), costs).run().busiest() - without) * 1e9;
    }

    @Test
    void oneSeedOneOutcome() {
        Terms terms = busy(17);
        Outcome outcome = new SimulatedFleet(terms, COSTS).run();
        assertEquals(outcome, new SimulatedFleet(terms, COSTS).run());
        assertNotEquals(outcome, new SimulatedFleet(busy(18), COSTS).run());
        assertTrue(outcome.lateness().delivered() >= outcome.lateness().sent(), outcome::toString);
    }

    @Test
    void aMasterThatFailsOverHoldsUpItsShardsOnly() {
        Trouble failover = new Trouble.Failover(Duration.ofMillis(500), 1, Duration.ofSeconds(2));
        Outcome outcome = new SimulatedFleet(busy(17).with(failover), COSTS).run();
        assertTrue(outcome.lateness().p50() < 2, outcome::toString);
        assertTrue(outcome.lateness().most() > 500, outcome::toString);
        assertEquals(outcome.lateness().sent(), outcome.lateness().delivered());
    }

    /** Twenty instances, twelve shards on three masters, 500 messages a second of 7 topics. */
    private static Terms busy(long seed) {
        return new Terms(
                20,
                12,
                3,
                4,
                new Terms.Traffic(500, Duration.ofMillis(100), Duration.ofMillis(400), 7),
                new Terms.Span(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5)),
                List.of(),
                seed);
    }

    private static Lateness lateness(Terms terms) {
        return new SimulatedFleet(terms, COSTS).run().lateness();
    }

    private static void assertMillis(long nanos, double millis) {
        assertEquals(millis(nanos), millis, millis(nanos) * DIGITS);
    }

    /** The instance at a place in the order of shard 0. */
    private static int inOrder(int instances, int place) {
        List<Instance> all = IntStream.range(0, instances)
                .mapToObj(
                        i -> new Instance(SimulatedFleet.name(i), "", 1, Duration.ofMinutes(1), Duration.ofSeconds(3)))
                .toList();
        return all.indexOf(Rendezvous.order(0, all).get(place));
    }
}
