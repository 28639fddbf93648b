package org.delay.redisson.benchmark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode.InfoSection;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.config.Config;

/** A Redis of its own, with what it counts. */
final class MeasuredRedis implements AutoCloseable {

    private static final String CHANNEL = "costs";
    private static final double NANOS_OF_SECOND = 1e9;
    private static final int IDLE_SECONDS = 3;

    private final RedisServer server = RedisServer.start();
    private final RedissonClient client = client();
    private final RedissonClient reader = client();
    private final List<RedissonClient> subscribers = new ArrayList<>();

    /**
     * What Redis has counted.
     *
     * @param nanos the processor time of its main thread
     */
    record Counts(double nanos, double commands) {

        Counts since(Counts before) {
            return new Counts(nanos - before.nanos, commands - before.commands - 2);
        }
    }

    private RedissonClient client() {
        Config config = new Config().setNettyThreads(1).setThreads(1);
        config.useSingleServer()
                .setAddress(server.uri())
                .setPingConnectionInterval(0)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4)
                .setSubscriptionConnectionMinimumIdleSize(0);
        return Redisson.create(config);
    }

    DelayQueueMessage queue() {
        return RedissonDelayQueue.on(client)
                .service("costs")
                .bodyConverter(new BodyConverter() {
                    @Override
                    public String write(Object object) {
                        return object.toString();
                    }

                    @Override
                    public <T> T read(String body, Class<T> type) {
                        return type.cast(body);
                    }
                })
                .build();
    }

    Counts counts() {
        Map<String, String> stats = info(InfoSection.STATS);
        Map<String, String> cpu = info(InfoSection.CPU);
        double seconds = number(cpu, "used_cpu_sys_main_thread") + number(cpu, "used_cpu_user_main_thread");
        return new Counts(seconds * NANOS_OF_SECOND, number(stats, "total_commands_processed"));
    }

    /** The share of its time in which it works without any call. */
    double idleShare() throws InterruptedException {
        long began = System.nanoTime();
        Counts before = counts();
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        return counts().since(before).nanos() / (System.nanoTime() - began);
    }

    void subscribe(int more) {
        for (int i = 0; i < more; i++) {
            RedissonClient subscriber = client();
            int unused = subscriber.getTopic(CHANNEL).addListener(String.class, (channel, text) -> {});
            subscribers.add(subscriber);
        }
    }

    void publish() {
        var unused = client.getTopic(CHANNEL).publish("x");
    }

    private Map<String, String> info(InfoSection section) {
        return reader.getRedisNodes(RedisNodes.SINGLE).getInstance().info(section);
    }

    private static double number(Map<String, String> info, String name) {
        return Double.parseDouble(info.getOrDefault(name, "0"));
    }

    @Override
    public void close() {
        subscribers.forEach(RedissonClient::shutdown);
        reader.shutdown();
        client.shutdown();
        server.close();
    }
}
