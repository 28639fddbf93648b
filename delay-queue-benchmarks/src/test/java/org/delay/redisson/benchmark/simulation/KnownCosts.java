package org.delay.redisson.benchmark.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Costs and terms of which the outcome can be computed by hand. */
final class KnownCosts {

    static final long TRIP = 200_000;
    static final long WAKING = 50_000;
    static final long POLL = 20_000;
    static final long CLAIM = 30_000;
    static final long ACK = 10_000;
    static final long SEND = 15_000;

    /** The signal has aged by so much when it arrives: instances count from then on. */
    static final long SIGNALLED = SEND + TRIP / 2;

    /** From the due time to the handler, if nobody else is there: the thread wakes up, a poll, a claim. */
    static final long ONE_MESSAGE = SIGNALLED + WAKING + TRIP + POLL + TRIP + CLAIM;

    static final Costs COSTS = new Costs(
            Map.of(
                    Call.POLL, new CallCost(POLL, 0, 3),
                    Call.CLAIM, new CallCost(CLAIM, 0, 12),
                    Call.ACK, new CallCost(ACK, 0, 8),
                    Call.SEND, new CallCost(SEND, 0, 6)),
            Awakening.NONE,
            0,
            new Waits(Samples.of(TRIP), Samples.of(WAKING)),
            0);

    private KnownCosts() {}

    /** One shard on one master, and a message every 500 ms, 200 ms ahead, for a second. */
    static Terms calm(int instances) {
        return new Terms(
                instances,
                1,
                1,
                4,
                new Terms.Traffic(2, Duration.ofMillis(200), Duration.ZERO, 1),
                new Terms.Span(Duration.ofMillis(3_100), Duration.ofSeconds(1), Duration.ofSeconds(1)),
                List.of(),
                1);
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }
}
