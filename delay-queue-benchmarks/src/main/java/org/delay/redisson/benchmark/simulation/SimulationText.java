package org.delay.redisson.benchmark.simulation;

import java.util.List;
import org.delay.redisson.benchmark.report.Chapter;

/** What the page says beside its figures. */
final class SimulationText {

    static final List<Chapter> CHAPTERS = List.of(
            new Chapter("simulation", "Measured and simulated", "", ""), new Chapter("fleet", "A large fleet", "", ""));

    static final String HEAD = """
            # Simulation

            This page is written by `%s`. Do not edit it.

            The simulation answers what one machine can't measure: how a fleet of 1,000 instances behaves on a Redis Cluster of 100
            masters. It runs the engine's own schedule on a clock of its own: `ShardSchedule`, `ShardOwnership`, `FailoverDelay`,
            `Rendezvous`, `TimerQueue`, `Heartbeat` and `ShardDiscovery` decide which instance looks at which shard, and when.
            `ClaimSize` decides how many messages it claims. The rest is a model: each master executes one call at a time, in the
            order in which calls arrive, and each call takes as long as it was measured to take. [Sizing](sizing.md) uses the
            results.

            """;

    static final String COSTS = """
            Measured on one Redis on this machine, from 8 threads, with bodies of 100 bytes: the best of several rounds. The time is the
            processor time of Redis's thread, including its work for the socket. A claim or an ack is given for one message, and for each further one.
            A wake-up is given for each subscriber; the send that publishes it is counted separately.

            """;

    static final String ERROR = """
            Real fleets in one JVM, each on a Redis of its own with %d shards, idle and at %d messages a second, beside the same
            fleets simulated. Instances and Redis share the cores of one machine, and make each other wait. So each round trip and
            each awakening of a thread is drawn from those that another thread of the same machine had meanwhile. All else in the
            simulated fleet, each instance has to itself.

            """;

    static final String BIG = """
            %,d instances with 4 workers each, %,d shards on %,d masters by the slots of their keys, %,.0f messages a second with
            delays of 500 to 1,500 ms. A handler takes %.1f ms for a message. The sends are part of the load. Each round trip and each
            awakening of a thread takes as long as the median above.

            """;

    static final String LIMITS = """
            ## What it cannot say

            - The costs are those of this machine, its load and its loopback network. A faster server or a slower network changes
              all answers. Redis handles many small calls at once more cheaply than one by one, so a busy master can do more.
            - Instances have as many cores as they need, and their garbage collector never runs. So a simulated p99 is too good where
              many instances share a machine.
            - The large fleet is measured 2 s after all of its instances have begun to work at once. A part of its p99 is the backlog of
              that moment, which the second by second figures show: it shrinks.
            - Sends come one by one. Applications that send many at a time make fewer and larger calls.
            - Redis Cluster's bus, replication, persistence and connections cost nothing.
            - Nothing of what `Admissions` decides is simulated: slow topics, unavailable destinations, limits. Handlers don't fail.
            - A killed instance's messages that it had claimed come again when their leases are over, after 30 s by default. The
              measured time ends before, so they count as not delivered.
            - A failed-over master keeps all of its data, and clients find the new master at once.
            """;

    private SimulationText() {}
}
