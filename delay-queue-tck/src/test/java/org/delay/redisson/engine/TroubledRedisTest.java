package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.redis.Cluster;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.redis.ShardIds;
import org.delay.redisson.system.RedisCommand;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A part of Redis is out of order, and the rest is delivered as if nothing were. */
@Slf4j
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class TroubledRedisTest {

    private static final String SERVICE = "troubled";

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Of what is well, on a loaded machine; it is some 20 ms on an idle one, and was 30 s. */
    private static final Duration BOUND = Duration.ofSeconds(2);

    private final EngineFixture fixture = new EngineFixture();
    private final Map<String, Duration> lateness = new ConcurrentHashMap<>();

    private final DispatchListener listener = new DispatchListener() {
        @Override
        public boolean isNonBlocking() {
            return true;
        }

        @Override
        public void delivered(DelayedMessage message, Duration late, Duration took) {
            lateness.put(message.id(), late);
        }
    };

    @AfterEach
    void stop() {
        fixture.close();
    }

    private static DelayQueueMessage queue(RedissonClient client, int shards) {
        return RedissonDelayQueue.on(client)
                .service(SERVICE)
                .shards(shards)
                .bodyConverter(new EngineFixture.Texts())
                .build();
    }

    private static OutgoingMessage message(String topic, String id, Duration delay) {
        return OutgoingMessage.to(topic).id(id).body("x").delay(delay).build();
    }

    private Duration percentile99(Set<String> ids) {
        List<Duration> sorted = ids.stream().map(lateness::get).sorted().toList();
        log.info(
                "Lateness of {} messages: median {}, worst {}",
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.get(sorted.size() - 1));
        return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
    }

    @Test
    void oneOfThreeMastersHangsUnderABacklog() {
        int shards = 12;
        try (Cluster cluster = Cluster.start(3, 0, Duration.ofSeconds(2))) {
            cluster.servers()
                    .forEach(server -> RedisCommand.run(server, "CONFIG SET cluster-require-full-coverage no"));
            Config config = new Config();
            cluster.configure(config);
            RedissonClient client = Redisson.create(config);
            RedisServer sick = cluster.masterOf("{" + SERVICE + ":0}");
            try {
                DelayQueueMessage queue = queue(client, shards);
                Set<String> healthy = new HashSet<>();
                for (int shard = 0; shard < shards; shard++) {
                    boolean isHealthy = cluster.masterOf("{" + SERVICE + ":" + shard + "}") != sick;
                    List<OutgoingMessage> messages = new ArrayList<>();
                    Iterator<String> ids = ShardIds.of("id-" + shard, shard, shards);
                    for (int i = 0; i < 100; i++) {
                        String id = ids.next();
                        // Every 100 ms on each shard, for 10 s; and a backlog where the trouble is.
                        messages.add(message("orders", id, Duration.ofMillis(3_000 + (isHealthy ? 100 * i : 0))));
                        if (isHealthy) {
                            healthy.add(id);
                        }
                    }
                    queue.schedule(messages);
                }
                fixture.engine(queue, DispatchSettings.DEFAULTS, listener, 1, (topic, messages) -> {})
                        .start();
                await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> !lateness.isEmpty());

                sick.pause();
                await().atMost(PATIENCE).until(() -> lateness.keySet().containsAll(healthy));
                Duration late = percentile99(healthy);
                log.info("A master hangs: p99 of the others {}", late);

                assertThat(late).isLessThan(BOUND);
            } finally {
                sick.resume();
                fixture.close();
                client.shutdown();
            }
        }
    }

    @Test
    void theDeadLettersOfATopicAreUnderAKeyOfAnotherType() {
        try (RedisServer server = RedisServer.start()) {
            Config config = new Config();
            config.useSingleServer().setAddress(server.uri());
            RedissonClient client = Redisson.create(config);
            try {
                DelayQueueMessage queue = queue(client, 1);
                RedisCommand.run(server, "SET delay:{" + SERVICE + ":0}:dead:bad text");
                Set<String> healthy = new HashSet<>();
                List<OutgoingMessage> messages = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    messages.add(message("orders", "id-" + i, Duration.ofMillis(1_000 + 100 * i)));
                    healthy.add("id-" + i);
                    if (i % 5 == 0) {
                        messages.add(message("bad", "bad-" + i, Duration.ofMillis(1_000 + 100 * i)));
                    }
                }
                queue.schedule(messages);
                fixture.engine(queue, DispatchSettings.DEFAULTS, listener, 1, (topic, some) -> {
                            if (topic.equals("bad")) {
                                throw new PermanentFailure("never");
                            }
                        })
                        .start();

                await().atMost(PATIENCE).until(() -> lateness.keySet().containsAll(healthy));
                Duration late = percentile99(healthy);
                log.info("Dead letters can't be stored: p99 of another topic {}", late);

                assertThat(late).isLessThan(BOUND);
                RedisCommand.run(server, "DEL delay:{" + SERVICE + ":0}:dead:bad");
                await().atMost(PATIENCE).until(() -> queue.counts("bad").dead() == 20);
            } finally {
                fixture.close();
                client.shutdown();
            }
        }
    }
}
