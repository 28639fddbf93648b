package org.delay.redisson.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.redis.Steps.awaiting;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Sharded publish and subscribe, where the servers have it, and what may happen to it. */
class ClusterFollowingTest {

    private static final int FEW = 2;
    private static final int SHARDS = 4;
    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3);
    /** Longer than a process stands still. */
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(15);

    private final String service = "following-" + UUID.randomUUID();
    private final Keys keys = new Keys("delay", service);
    private Cluster cluster;
    private RedissonClient client;

    @AfterEach
    void stop() {
        client.shutdown();
        cluster.close();
    }

    private Steps start(IntFunction<RedisServer.Builder> servers, int masters, int replicas) {
        return start(servers, masters, replicas, NODE_TIMEOUT);
    }

    private Steps start(IntFunction<RedisServer.Builder> servers, int masters, int replicas, Duration nodeTimeout) {
        cluster = Cluster.start(servers, masters, replicas, nodeTimeout);
        client = client(cluster);
        return Steps.on(client, service, SHARDS);
    }

    private Steps start(int masters, int replicas) {
        return start(number -> RedisServer.builder(), masters, replicas);
    }

    private static RedissonClient client(Cluster cluster) {
        Config config = Clients.small();
        cluster.configure(config);
        return Redisson.create(config);
    }

    @Test
    void aSignalStaysOnTheMasterOfItsShard() {
        Steps steps = start(3, 0);
        assumeSharded();
        try (Hearing follower = Hearing.of(steps);
                Hearing other = Hearing.of(steps)) {
            follow(follower);
            long before = sentOverTheBus("publish_sent");

            for (int shard : ALL) {
                follower.awaitHears(shard);
            }

            assertThat(other.number(0)).isZero();
            assertThat(sentOverTheBus("publish_sent")).isEqualTo(before);
            // One connection to each master, whatever the number of shards.
            assertThat(cluster.servers())
                    .allSatisfy(server -> assertThat(subscribers(server)).isLessThanOrEqualTo(1));
        }
        awaiting().until(() -> cluster.servers().stream().allMatch(server -> subscribers(server) == 0));
    }

    @Test
    void aShardThatNobodyFollowsIsHeardByAll() {
        Steps steps = start(3, 0);
        try (Hearing follower = Hearing.of(steps);
                Hearing other = Hearing.of(steps)) {
            follower.follow(Set.of(0), FEW);
            other.awaitHears(1);
            follower.awaitHears(1);
            follower.awaitHears(0);
        }
    }

    /** The old master ends the subscription, and the client is not told. */
    @Test
    void aSubscriptionFollowsItsSlot() {
        Steps steps = start(2, 0);
        assumeSharded();
        try (Hearing hearing = Hearing.of(steps)) {
            follow(hearing);
            SlotMove move = SlotMove.of(cluster, keys.ofShard("wake", 0));

            move(move);

            hearing.awaitHears(0);
            awaitSharded(hearing, 0);
            assertThat(cluster.masterOf(keys.ofShard("wake", 0)).port())
                    .isEqualTo(move.to().port());
        }
    }

    @Test
    void aSubscriptionComesBackWithItsSlot() {
        Steps steps = start(2, 0);
        assumeSharded();
        try (Hearing hearing = Hearing.of(steps)) {
            follow(hearing);
            SlotMove move = SlotMove.of(cluster, keys.ofShard("wake", 0));

            move(move);
            move(new SlotMove(move.slot(), move.to(), move.from()));

            hearing.awaitHears(0);
            awaitSharded(hearing, 0);
        }
    }

    private static void move(SlotMove move) {
        move.begin();
        move.keys().forEach(move::move);
        move.end();
    }

    @Test
    void aSubscriptionSurvivesTheLossOfItsMaster() {
        Steps steps = start(number -> RedisServer.builder(), 3, 1, Duration.ofSeconds(2));
        assumeSharded();
        try (Hearing hearing = Hearing.of(steps)) {
            follow(hearing);

            cluster.masterOf(keys.ofShard("wake", 0)).kill();
            cluster.masterOf(keys.ofShard("wake", 0));

            awaitHears(hearing, 0);
            awaitSharded(hearing, 0);
        }
    }

    @Test
    void aLostConnectionIsReplaced() {
        Steps steps = start(2, 0);
        assumeSharded();
        try (Hearing hearing = Hearing.of(steps)) {
            follow(hearing);
            int before = hearing.subscriptions(0);

            cluster.servers().forEach(server -> RedisCli.once(server, "CLIENT", "KILL", "TYPE", "pubsub"));

            awaiting().until(() -> hearing.subscriptions(0) > before);
            awaitSharded(hearing, 0);
        }
    }

    /** Redis 6.2 has no sharded channels. Its replicas of a later version take over, as in a rolling upgrade. */
    @Test
    void aClusterMayBeUpgradedNodeByNode() {
        Steps steps = start(number -> number < 2 ? RedisServer.builder().bundled() : RedisServer.builder(), 2, 1);
        try (Hearing hearing = Hearing.of(steps)) {
            hearing.follow(ALL, FEW);
            for (int shard : ALL) {
                hearing.awaitHears(shard);
            }

            for (RedisServer old : cluster.servers().subList(0, 2)) {
                takeOver(cluster.replicaOf(old));
                for (int shard : ALL) {
                    awaitHears(hearing, shard);
                }
            }

            assumeSharded();
            for (int shard : ALL) {
                awaitSharded(hearing, shard);
            }
        }
    }

    /** As when an upgrade is taken back: the channels of shards are followed, and then the server does not know them. */
    @Test
    void aMasterMayGoBackToAnOldVersion() {
        Steps steps = start(number -> number < 2 ? RedisServer.builder().bundled() : RedisServer.builder(), 2, 1);
        try (Hearing hearing = Hearing.of(steps)) {
            hearing.follow(ALL, FEW);
            RedisServer old = cluster.masterOf(keys.ofShard("wake", 0));
            takeOver(cluster.replicaOf(old));
            assumeSharded();
            awaitHears(hearing, 0);
            awaitSharded(hearing, 0);

            takeOver(old);

            for (int shard : ALL) {
                awaitHears(hearing, shard);
            }
        }
    }

    private static void takeOver(RedisServer replica) {
        awaiting().ignoreExceptions().until(() -> {
            if (!Replication.isMaster(replica)) {
                RedisCli.once(replica, "CLUSTER", "FAILOVER");
            }
            return Replication.isMaster(replica);
        });
    }

    private static void awaitHears(Hearing hearing, int shard) {
        awaiting().ignoreExceptions().until(() -> {
            hearing.awaitHears(shard);
            return true;
        });
    }

    @Test
    void anOldClusterHearsEverything() {
        Steps steps = start(number -> RedisServer.builder().bundled(), 2, 0);
        try (Hearing first = Hearing.of(steps);
                Hearing second = Hearing.of(steps)) {
            first.follow(ALL, FEW);
            second.follow(ALL, FEW);

            for (int shard : ALL) {
                first.awaitHears(shard);
                second.awaitHears(shard);
            }
            assertThat(first.subscriptions(0)).isZero();
        }
    }

    @Test
    void whoMayNotUseShardedChannelsHearsEverything() {
        start(2, 0);
        assumeSharded();
        cluster.servers()
                .forEach(server -> RedisCli.once(
                        server,
                        "ACL",
                        "SETUSER",
                        "plain",
                        "on",
                        ">secret",
                        "~*",
                        "&*",
                        "+@all",
                        "-ssubscribe",
                        "-spublish"));
        Config config = Clients.small();
        config.setUsername("plain").setPassword("secret");
        cluster.configure(config);
        RedissonClient plain = Redisson.create(config);
        try (Hearing hearing = Hearing.of(Steps.on(plain, service, SHARDS))) {
            hearing.follow(ALL, FEW);
            hearing.awaitHears(0);
            hearing.awaitHears(1);
            assertThat(hearing.subscriptions(0)).isZero();
        } finally {
            plain.shutdown();
        }
    }

    private static void follow(Hearing hearing) {
        hearing.follow(ALL, FEW);
        awaiting().until(() -> ALL.stream().allMatch(shard -> hearing.subscriptions(shard) > 0));
    }

    /** As the engine does, now and then: until a signal needs the common channel no more. */
    private void awaitSharded(Hearing hearing, int shard) {
        awaiting().pollInterval(Duration.ofMillis(300)).ignoreExceptions().until(() -> {
            hearing.follow(ALL, FEW);
            RedisServer master = cluster.masterOf(keys.ofShard("wake", shard));
            return (Long) ((List<?>) RedisCli.once(master, "PUBSUB", "SHARDNUMSUB", keys.channel(shard))).get(1) == 1;
        });
        hearing.awaitHears(shard);
    }

    private void assumeSharded() {
        Assumptions.assumeFalse(
                cluster.servers().get(cluster.servers().size() - 1).version().startsWith("6."));
    }

    private long sentOverTheBus(String kind) {
        String beginning = "cluster_stats_messages_" + kind + ":";
        return cluster.servers().stream()
                .flatMap(server ->
                        RedisCli.once(server, "CLUSTER", "INFO").toString().lines())
                .filter(line -> line.startsWith(beginning))
                .mapToLong(line -> Long.parseLong(line.substring(beginning.length())))
                .sum();
    }

    /** Connections that subscribe to sharded channels. */
    private static long subscribers(RedisServer server) {
        return RedisCli.once(server, "CLIENT", "LIST", "TYPE", "pubsub")
                .toString()
                .lines()
                .filter(line -> line.contains(" ssub=") && !line.contains(" ssub=0"))
                .count();
    }
}
