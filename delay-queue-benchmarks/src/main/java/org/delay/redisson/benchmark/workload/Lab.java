package org.delay.redisson.benchmark.workload;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.api.redisnode.RedisSingle;
import org.redisson.config.Config;

/** The environment of the measurements: a Redis with its statistics, and a Kafka if needed. */
public final class Lab implements AutoCloseable {

    private static final int POLL_MILLIS = 20;

    private final RedisServer redis;
    private final RedissonClient client;
    private final SharedKafka kafka;

    private Lab(RedisServer redis, SharedKafka kafka) {
        this.redis = redis;
        this.kafka = kafka;
        Config config = new Config().setNettyThreads(1).setThreads(1);
        config.useSingleServer()
                .setAddress(redis.uri())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
        this.client = Redisson.create(config);
    }

    public static Lab open(SharedKafka kafka) {
        return new Lab(RedisServer.start(), kafka);
    }

    String redis() {
        return redis.uri();
    }

    int port() {
        return redis.port();
    }

    KafkaBroker kafka() {
        return kafka.broker();
    }

    /** Deletes everything in Redis. */
    void clear() {
        client.getKeys().flushall();
    }

    /** Bytes that Redis has allocated. */
    long memory() {
        return number(info(InfoSection.MEMORY), "used_memory");
    }

    /** Waits until this client is the only one connected. */
    void awaitNoOtherClients() throws InterruptedException {
        while (number(info(InfoSection.CLIENTS), "connected_clients") > 1) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** The number of commands that Redis has executed, including those inside scripts. */
    long commands() {
        return number(info(InfoSection.STATS), "total_commands_processed");
    }

    private Map<String, String> info(InfoSection section) {
        RedisSingle nodes = client.getRedisNodes(RedisNodes.SINGLE);
        return nodes.getInstance().info(section);
    }

    private static long number(Map<String, String> info, String name) {
        String value = info.get(name);
        return value == null ? 0 : Long.parseLong(value);
    }

    @Override
    public void close() {
        client.shutdown();
        redis.close();
    }
}
