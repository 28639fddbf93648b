package org.delay.redisson.redis;

import static org.delay.redisson.redis.Steps.awaiting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.config.ClusterServersConfig;
import org.redisson.config.Config;

/** A Cluster of real servers: masters, over which the slots are spread evenly, and as many replicas for each. */
public final class Cluster implements AutoCloseable {

    static final int SLOTS = 16384;

    /** Servers that know each other talk the more often the shorter it is. */
    private static final Duration WHILE_STARTING = Duration.ofSeconds(2);

    /** Who is not elected stands again some seconds later; on a slow machine more than once. */
    private static final Duration ELECTION = Duration.ofSeconds(90);

    /** Masters first, and each master's replicas in the order of the masters then. */
    private final List<RedisServer> servers = new ArrayList<>();

    private Cluster() {}

    /**
     * Starts one whose servers all know each other, with each replica in step with its master.
     *
     * @param nodeTimeout after which silence a server is taken for dead
     */
    public static Cluster start(int masters, int replicasOfEach, Duration nodeTimeout) {
        return start(number -> RedisServer.builder(), masters, replicasOfEach, nodeTimeout);
    }

    /** Starts one of various servers: by number, masters first. */
    public static Cluster start(
            IntFunction<RedisServer.Builder> builders, int masters, int replicasOfEach, Duration nodeTimeout) {
        Cluster cluster = new Cluster();
        try {
            cluster.meet(builders, masters * (1 + replicasOfEach), masters);
            cluster.replicate(masters);
            cluster.setNodeTimeout(nodeTimeout);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void meet(IntFunction<RedisServer.Builder> builders, int all, int masters) {
        for (int i = 0; i < all; i++) {
            // Without the last a replica that was cut off for long would not stand for election, on a slow machine.
            servers.add(builders.apply(i)
                    .config(
                            "cluster-enabled yes",
                            "cluster-node-timeout " + WHILE_STARTING.toMillis(),
                            "cluster-replica-validity-factor 0")
                    .start());
        }
        for (int i = 0; i < all; i++) {
            if (i < masters) {
                addSlots(servers.get(i), SLOTS * i / masters, SLOTS * (i + 1) / masters);
            }
            if (i > 0) {
                call(servers.get(i), "CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
                call(
                        servers.get(i),
                        "CLUSTER",
                        "MEET",
                        "127.0.0.1",
                        String.valueOf(servers.get(0).port()));
            }
        }
        awaiting().until(() -> servers.stream().allMatch(server -> isReady(server, all)));
    }

    private static void addSlots(RedisServer server, int from, int to) {
        call(
                server,
                Stream.concat(
                                Stream.of("CLUSTER", "ADDSLOTS"),
                                IntStream.range(from, to).mapToObj(String::valueOf))
                        .toArray(String[]::new));
    }

    private static boolean isReady(RedisServer server, int all) {
        String info = call(server, "CLUSTER", "INFO").toString();
        return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + all + "\r");
    }

    private void replicate(int masters) {
        for (int i = masters; i < servers.size(); i++) {
            call(servers.get(i), "CLUSTER", "REPLICATE", id(servers.get((i - masters) % masters)));
        }
        awaiting().until(() -> servers.stream().skip(masters).allMatch(Replication::isInStep));
        // Each must have heard of each replica, or it would not vote for it.
        awaiting()
                .until(() -> servers.stream().allMatch(server -> replicasKnownTo(server) == servers.size() - masters));
    }

    private void setNodeTimeout(Duration timeout) {
        servers.forEach(
                server -> call(server, "CONFIG", "SET", "cluster-node-timeout", String.valueOf(timeout.toMillis())));
    }

    private static long replicasKnownTo(RedisServer server) {
        return call(server, "CLUSTER", "NODES")
                .toString()
                .lines()
                .filter(line -> line.contains("slave"))
                .count();
    }

    /** All that were started, whether they run or not. */
    public List<RedisServer> servers() {
        return List.copyOf(servers);
    }

    /** Settings of a client, which asks now and then who is master. */
    public ClusterServersConfig configure(Config config) {
        return config.useClusterServers()
                .addNodeAddress(servers.stream().map(RedisServer::uri).toArray(String[]::new))
                .setScanInterval(500)
                .setMasterConnectionMinimumIdleSize(2)
                .setSubscriptionConnectionMinimumIdleSize(1);
    }

    /** The running master that holds a key's slot, in its own view; waits for it while there is an election. */
    public RedisServer masterOf(String key) {
        return awaiting()
                .atMost(ELECTION)
                .until(() -> findMaster(key), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<RedisServer> findMaster(String key) {
        long slot = slotOf(key);
        return servers.stream()
                .filter(server -> server.isRunning() && owns(server, slot))
                .findFirst();
    }

    /** Another master than the one that holds a key's slot. */
    RedisServer otherMasterThan(RedisServer master) {
        List<RedisServer> masters = servers.stream()
                .filter(server -> server.isRunning() && Replication.isMaster(server))
                .toList();
        return masters.get((masters.indexOf(master) + 1) % masters.size());
    }

    /** The one that follows a master, where each has one. */
    RedisServer replicaOf(RedisServer master) {
        return servers.stream()
                .filter(server ->
                        call(server, "INFO", "replication").toString().contains("master_port:" + master.port() + "\r"))
                .findFirst()
                .orElseThrow();
    }

    long slotOf(String key) {
        RedisServer any =
                servers.stream().filter(RedisServer::isRunning).findFirst().orElseThrow();
        return (Long) call(any, "CLUSTER", "KEYSLOT", key);
    }

    /** It names itself as the slot's master. */
    private static boolean owns(RedisServer server, long slot) {
        String id = id(server);
        return ((List<?>) call(server, "CLUSTER", "SLOTS"))
                .stream()
                        .map(range -> (List<?>) range)
                        .filter(range -> (Long) range.get(0) <= slot && slot <= (Long) range.get(1))
                        .anyMatch(range ->
                                ((List<?>) range.get(2)).get(2).toString().equals(id));
    }

    static String id(RedisServer server) {
        return call(server, "CLUSTER", "MYID").toString();
    }

    private static Object call(RedisServer server, String... command) {
        return RedisCli.once(server, command);
    }

    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }
}
