package org.delay.redisson.reliability;

import java.util.List;
import org.delay.redisson.redis.ModelScenario;

/** All scenarios, in the order of their numbers. */
final class Programme {

    /**
     * In so many days, builds run each scenario once. It has no divisor in common with the number of combinations of {@link
     * Terms}, so each scenario meets all of them.
     */
    static final int DAYS = 5;

    private static final List<Scenario> SCENARIOS = List.of(
            new ApplicationsKilled(),
            new RedisKilled(true),
            new RedisKilled(false),
            new ReplicaPromoted(false),
            new ReplicaPromoted(true),
            new ClusterMasterKilled(false),
            new ClusterMasterKilled(true),
            new SlotsMoved(false),
            new SlotsMoved(true),
            new SignalsLost(),
            new NearAfterFar(),
            new RedisHangs(),
            new WrongClocks(),
            new CancelsAtDueTime(),
            new SameIds(),
            new DeadlyHandlers(),
            new KafkaUnwell(),
            new Backlog(),
            new RedisRefuses(),
            new ShardsChanged(),
            new ModelScenario(),
            new IdleTopics(),
            new NetworkFaults(),
            new BusyCallers(),
            new StarvingShards(),
            new WrongTypes(),
            new HandlersThatEnd(),
            new LateRequests(),
            new ManySendsWhileRedisHangs(),
            new RedisTravels(),
            new KafkaGone(),
            new ApplicationClocks(),
            new UnavailableDestinations(),
            new HangingListeners(),
            new RefusedNeighbours(),
            new FloodsOfWarnings(),
            new OneBrokerAway(OneBrokerAway.Fault.KAFKA_DOWN),
            new OneBrokerAway(OneBrokerAway.Fault.RABBIT_KILLED),
            new OneBrokerAway(OneBrokerAway.Fault.RABBIT_BLOCKED),
            new OneAddressBroken(OneAddressBroken.Fault.QUEUE_DELETED),
            new OneAddressBroken(OneAddressBroken.Fault.WRONG_EXCHANGE),
            new KafkaBrokersKilled(),
            new ApplicationsStopped());

    private Programme() {}

    static List<Scenario> scenarios() {
        return SCENARIOS;
    }

    /** Those that {@link ReliabilityTest} runs on a day. */
    static List<Scenario> ofBuild(int day) {
        return SCENARIOS.stream()
                .filter(scenario -> scenario.inBuild().equals(ReliabilityTest.class.getSimpleName()))
                .filter(scenario -> scenario.inEveryBuild() || Math.floorMod(day + scenario.number(), DAYS) == 0)
                .toList();
    }
}
