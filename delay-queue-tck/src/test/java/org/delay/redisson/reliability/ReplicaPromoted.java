package org.delay.redisson.reliability;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.redis.Replication;
import org.delay.redisson.system.Application;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.Config;

/**
 * The replica loses its master, which goes on to be written to, and is promoted by Sentinels when the master is killed. What
 * the master was told in between is lost: nothing that was accepted may be among it where sends wait for a replica.
 */
final class ReplicaPromoted implements Scenario {

    /** A machine at rest must not have a replica promoted. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** Sends that wait in vain hold up those behind them. */
    private static final Duration WAIT = Duration.ofMillis(200);

    private static final int PER_SECOND = 200;

    /** So many sends are made while the replica gets nothing. */
    private static final int CUT_OFF = 40;

    private final boolean waiting;

    /** @param waiting whether sends wait for the replica */
    ReplicaPromoted(boolean waiting) {
        this.waiting = waiting;
    }

    @Override
    public int number() {
        return 3;
    }

    @Override
    public String title() {
        return waiting ? "Replica promoted, sends wait for one" : "Replica promoted, sends do not wait";
    }

    @Override
    public String injected(Scale scale) {
        return "A replica cut off from its master for %d sends, SIGKILL of the master, promotion by three Sentinels, %d times"
                .formatted(CUT_OFF, promotions(scale));
    }

    @Override
    public String invariant() {
        return waiting ? "lost 0" : "the loss is counted";
    }

    @Override
    public Duration takes() {
        return Duration.ofMinutes(3);
    }

    private static int promotions(Scale scale) {
        return scale.of(1, 15);
    }

    @Override
    public Outcome run(Lab lab) throws Exception {
        int promotions = promotions(lab.scale());
        String topic = waiting ? "promoted-waiting" : "promoted";
        Duration longest = Duration.ZERO;
        int refused = 0;
        try (Replication servers = Replication.start(1, 3, SILENCE);
                Traffic traffic =
                        Traffic.start(lab, application(servers, topic), topic, PER_SECOND, Traffic::toHandler)) {
            RedisServer master = servers.master();
            RedisServer replica = servers.replicas().get(0);
            for (int promotion = 0; promotion < promotions; promotion++) {
                traffic.awaitAccepted(PER_SECOND / 2);
                Replication.cutOff(replica);
                int failures = traffic.failures();
                traffic.awaitAttempts(CUT_OFF);
                refused += traffic.failures() > failures ? 1 : 0;
                master.kill();
                Duration down = promoted(replica, traffic);
                longest = down.compareTo(longest) > 0 ? down : longest;
                master.restart();
                Replication.follow(master, replica);
                RedisServer old = master;
                master = replica;
                replica = old;
            }
            traffic.awaitAccepted(PER_SECOND / 2);
            traffic.drain();
            return traffic.outcome(promotions, waiting ? Outcome::of : Outcome::measured)
                    .must(
                            !waiting || refused == promotions,
                            "a send failed in only %d of the %d times that no replica had it",
                            refused,
                            promotions)
                    .note("dispatch resumed at most %,d ms after the kill", longest.toMillis());
        }
    }

    private Application application(Replication servers, String topic) {
        Config config = new Config();
        servers.configure(config);
        UnaryOperator<RedissonDelayQueue.Builder> settings =
                builder -> waiting ? builder.minReplicas(1, WAIT) : builder;
        return Application.of(config, topic, settings);
    }

    private static Duration promoted(RedisServer replica, Traffic traffic) {
        long began = System.nanoTime();
        await("for a promotion").atMost(Traffic.PATIENCE).until(() -> Replication.isMaster(replica));
        traffic.awaitDeliveries(1);
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
