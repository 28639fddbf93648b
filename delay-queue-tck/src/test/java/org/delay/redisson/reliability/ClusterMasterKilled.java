package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.delay.redisson.redis.Cluster;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.redis.Replication;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.Config;

/** Masters of a Cluster are killed, and come back as replicas of those that were elected in their place. */
final class ClusterMasterKilled implements Scenario {

    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration BOUND = NODE_TIMEOUT.plusSeconds(5);

    /** Sends that wait in vain hold up those behind them. */
    private static final Duration WAIT = Duration.ofMillis(200);

    private static final int SHARDS = 6;

    private static final int PER_SECOND = 200;

    private final boolean waiting;

    /** @param waiting whether sends wait for a replica */
    ClusterMasterKilled(boolean waiting) {
        this.waiting = waiting;
    }

    @Override
    public int number() {
        return 4;
    }

    @Override
    public String title() {
        return waiting
                ? "Cluster masters killed, sends wait for a replica"
                : "Cluster masters killed, sends do not wait";
    }

    @Override
    public String injected(Scale scale) {
        return "SIGKILL of a master of a Cluster of 3 masters and 3 replicas, and its restart, %d times; %d shards"
                .formatted(kills(scale), SHARDS);
    }

    @Override
    public String invariant() {
        return (waiting ? "lost 0" : "the loss is counted") + "; late ≤ node timeout (2 s) + 5 s";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(4);
    }

    private static int kills(Scale scale) {
        return scale.of(1, 25);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int kills = kills(lab.scale());
        String topic = waiting ? "cluster-waiting" : "cluster";
        try (Cluster cluster = Cluster.start(3, 1, NODE_TIMEOUT);
                Traffic traffic =
                        Traffic.start(lab, application(cluster, topic), topic, PER_SECOND, Traffic::toHandler)) {
            for (int kill = 0; kill < kills; kill++) {
                traffic.awaitAccepted(PER_SECOND / 2);
                String key = "{" + topic + ":" + kill % SHARDS + "}";
                RedisServer master = cluster.masterOf(key);
                master.kill();
                cluster.masterOf(key);
                traffic.awaitDeliveries(PER_SECOND / 2);
                master.restart();
                await("for the killed one to follow")
                        .atMost(Traffic.PATIENCE)
                        .until(() -> Replication.isInStep(master));
            }
            traffic.awaitAccepted(PER_SECOND / 2);
            traffic.drain();
            Outcome outcome = traffic.outcome(kills, waiting ? Outcome::of : Outcome::measured);
            return outcome.should(
                    outcome.worst().compareTo(BOUND) <= 0,
                    "a message was %,d ms late",
                    outcome.worst().toMillis());
        }
    }

    private Application application(Cluster cluster, String topic) {
        Config config = new Config();
        cluster.configure(config);
        UnaryOperator<RedissonDelayQueue.Builder> settings =
                builder -> waiting ? builder.minReplicas(1, WAIT) : builder;
        return Application.of(config, topic, builder -> settings.apply(builder.shards(SHARDS)));
    }
}
