package org.delay.redisson.redis;

import static org.delay.redisson.redis.Steps.awaiting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.Config;
import org.redisson.config.SentinelServersConfig;

/** A master with replicas, and Sentinels that watch them where they are asked for. */
public final class Replication implements AutoCloseable {

    /** What the Sentinels call the master. */
    public static final String NAME = "main";

    private final RedisServer master;
    private final List<RedisServer> replicas = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private Replication(RedisServer master) {
        this.master = master;
    }

    /** Starts them without Sentinels; returns when the replicas are in step with the master. */
    public static Replication start(int replicas) {
        return start(replicas, 0, Duration.ZERO);
    }

    /**
     * Starts them; returns when the replicas are in step with the master, and each Sentinel knows all others.
     *
     * @param silence after which a master is taken for dead
     */
    public static Replication start(int replicas, int sentinels, Duration silence) {
        Replication replication = new Replication(server());
        try {
            for (int i = 0; i < replicas; i++) {
                replication.replicas.add(server("replicaof 127.0.0.1 " + replication.master.port()));
            }
            awaiting().until(() -> replication.replicas.stream().allMatch(Replication::isInStep));
            replication.watch(sentinels, silence);
            return replication;
        } catch (RuntimeException e) {
            replication.close();
            throw e;
        }
    }

    private static RedisServer server(String... config) {
        return RedisServer.builder().config(config).start();
    }

    private void watch(int count, Duration silence) {
        for (int i = 0; i < count; i++) {
            sentinels.add(RedisServer.builder()
                    .sentinel()
                    .config(
                            "sentinel monitor " + NAME + " 127.0.0.1 " + master.port() + " " + (count / 2 + 1),
                            "sentinel down-after-milliseconds " + NAME + " " + silence.toMillis(),
                            "sentinel failover-timeout " + NAME + " 5000")
                    .start());
        }
        awaiting()
                .until(() -> sentinels.stream().allMatch(sentinel -> {
                    String state =
                            RedisCli.once(sentinel, "SENTINEL", "MASTER", NAME).toString();
                    return state.contains("num-slaves, " + replicas.size())
                            && state.contains("num-other-sentinels, " + (count - 1));
                }));
    }

    /** Whether a replica is connected to its master, and has all that the master had when it came. */
    public static boolean isInStep(RedisServer replica) {
        return RedisCli.once(replica, "INFO", "replication").toString().contains("master_link_status:up");
    }

    /** The first master; another one after a failover. */
    public RedisServer master() {
        return master;
    }

    /** Whether a server takes itself for a master. */
    public static boolean isMaster(RedisServer server) {
        return RedisCli.once(server, "INFO", "replication").toString().contains("role:master");
    }

    /** From now on a replica gets nothing of what its master is told, as in a network that is broken between them. */
    public static void cutOff(RedisServer replica) {
        RedisCli.once(replica, "REPLICAOF", "127.0.0.1", "1");
    }

    /** Makes a server the replica of another; returns when it is in step with it. */
    public static void follow(RedisServer server, RedisServer master) {
        RedisCli.once(server, "REPLICAOF", "127.0.0.1", String.valueOf(master.port()));
        awaiting().atMost(Duration.ofSeconds(90)).until(() -> isInStep(server));
    }

    /** Those that were started as replicas. */
    public List<RedisServer> replicas() {
        return List.copyOf(replicas);
    }

    /** The addresses of the Sentinels. */
    public String[] sentinelAddresses() {
        return sentinels.stream().map(RedisServer::uri).toArray(String[]::new);
    }

    /** Settings of a client that asks the Sentinels for the master. */
    public SentinelServersConfig configure(Config config) {
        return configure(config, sentinelAddresses());
    }

    /** Likewise, where only their addresses are known. */
    public static SentinelServersConfig configure(Config config, String... sentinels) {
        return config.useSentinelServers()
                .setMasterName(NAME)
                .addSentinelAddress(sentinels)
                .setCheckSentinelsList(false)
                .setScanInterval(500)
                .setMasterConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
    }

    @Override
    public void close() {
        Stream.of(sentinels, replicas, List.of(master)).flatMap(List::stream).forEach(RedisServer::close);
    }
}
