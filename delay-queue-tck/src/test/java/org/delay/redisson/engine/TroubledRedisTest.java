package org.delay.redisson.engine;

import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.DispatchSettings;
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
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class TroubledRedisTest {

    private static final String SERVICE = "troubled";

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Of a chain: each is sent when the one before has arrived, so that what holds up each of them adds up. */
    private static final int LINKS = 60;

    private final EngineFixture fixture = new EngineFixture();
    private final CountDownLatch well = new CountDownLatch(1);
    private final Set<String> got = ConcurrentHashMap.newKeySet();

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

    private static OutgoingMessage message(String topic, String id) {
        return OutgoingMessage.to(topic).id(id).body("x").delay(Duration.ZERO).build();
    }

    /** All of a chain in a minute and a half, which is less than a few calls in vain take, one after the other. */
    private void deliversAChain(DelayQueueMessage queue, List<Supplier<String>> ids) {
        long began = System.nanoTime();
        AtomicInteger link = new AtomicInteger();
        AtomicReference<String> last = new AtomicReference<>();
        await(LINKS + " messages, one after the other")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    if (last.get() == null || got.contains(last.get())) {
                        last.set(ids.get(link.getAndIncrement() % ids.size()).get());
                        queue.schedule(List.of(message("orders", last.get())));
                    }
                    return link.get() > LINKS;
                });
        log.info("{} messages, one after the other, in {}", LINKS, Duration.ofNanos(System.nanoTime() - began));
    }

    @Test
    void oneOfThreeMastersHangsUnderABacklog() {
        int shards = 12;
        try (Cluster cluster = Cluster.start(3, 0, Duration.ofSeconds(2))) {
            cluster.servers()
                    .forEach(server -> RedisCommand.run(server, "CONFIG SET cluster-require-full-coverage no"));
            Config config = new Config();
            // A call in vain takes a minute: a worker that made one, and nobody in its place, would be missed.
            cluster.configure(config).setTimeout((int) LONG.toMillis());
            RedissonClient client = Redisson.create(config);
            RedisServer sick = cluster.masterOf("{" + SERVICE + ":0}");
            try {
                DelayQueueMessage queue = queue(client, shards);
                List<Supplier<String>> healthy = new ArrayList<>();
                for (int shard = 0; shard < shards; shard++) {
                    Iterator<String> ids = ShardIds.of("id-" + shard, shard, shards);
                    if (cluster.masterOf("{" + SERVICE + ":" + shard + "}") != sick) {
                        healthy.add(ids::next);
                    } else {
                        queue.schedule(Stream.generate(ids::next)
                                .limit(200)
                                .map(id -> message("orders", id))
                                .toList());
                    }
                }
                fixture.engine(queue, DispatchSettings.DEFAULTS, (topic, messages) -> {
                            // As slow as leaves a backlog where the trouble is.
                            boolean unused = well.await(10, TimeUnit.MILLISECONDS);
                            got.add(messages.get(0).id());
                        })
                        .start();
                await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> !got.isEmpty());

                sick.pause();
                deliversAChain(queue, healthy);
            } finally {
                well.countDown();
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
            config.useSingleServer().setAddress(server.uri()).setTimeout((int) LONG.toMillis());
            RedissonClient client = Redisson.create(config);
            try {
                DelayQueueMessage queue = queue(client, 1);
                RedisCommand.run(server, "SET delay:{" + SERVICE + ":0}:dead:bad text");
                fixture.engine(queue, DispatchSettings.DEFAULTS, (topic, messages) -> {
                            if (topic.equals("bad")) {
                                throw new PermanentFailure("never");
                            }
                            got.add(messages.get(0).id());
                        })
                        .start();
                Iterator<String> numbers = IntStream.iterate(0, i -> i + 1)
                        .mapToObj(Integer::toString)
                        .iterator();

                // Those that can't be buried come between those that are well.
                deliversAChain(queue, List.of(() -> {
                    String number = numbers.next();
                    if (Integer.parseInt(number) % 5 == 0) {
                        queue.schedule(List.of(message("bad", "bad-" + number)));
                    }
                    return "id-" + number;
                }));

                RedisCommand.run(server, "DEL delay:{" + SERVICE + ":0}:dead:bad");
                await().atMost(PATIENCE).until(() -> queue.counts("bad").dead() > LINKS / 5);
            } finally {
                fixture.close();
                client.shutdown();
            }
        }
    }
}
