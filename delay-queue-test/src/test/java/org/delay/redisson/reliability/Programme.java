package org.delay.redisson.reliability;

import java.util.List;

/** All scenarios, in the order of their numbers. */
final class Programme {

    private static final List<Scenario> SCENARIOS = List.of(
            new RedisKilled(),
            new ReplicaPromoted(false),
            new ReplicaPromoted(true),
            new ClusterMasterKilled(false),
            new ClusterMasterKilled(true),
            new SlotsMoved(false),
            new SlotsMoved(true));

    private Programme() {}

    static List<Scenario> scenarios() {
        return SCENARIOS;
    }
}
