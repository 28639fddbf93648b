package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** The engine on a real Redis. */
@Slf4j
@Timeout(300)
class EngineOnRedisTest {

    private static RedisServer server;
    private static RedissonClient client;

    private final EngineFixture fixture = new EngineFixture();

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri()).setTimeout((int) LONG.toMillis());
        client = Redisson.create(config);
    }

    @AfterAll
    static void stopServer() {
        client.shutdown();
        server.close();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void drainsManyMessagesThatAreDueAtOnceEachOnce() throws Exception {
        DelayQueueMessage queue = queue("drain");
        int number = 20_000;
        sendMany(queue, "orders", "id", number);
        CountDownLatch all = new CountDownLatch(number);
        AtomicIntegerArray deliveries = new AtomicIntegerArray(number);

        fixture.engine(queue, DispatchSettings.DEFAULTS, (topic, messages) -> {
                    String id = messages.get(0).id();
                    deliveries.incrementAndGet(Integer.parseInt(id.substring("id".length())));
                    all.countDown();
                })
                .start();
        assertThat(all.await(2, TimeUnit.MINUTES)).isTrue();
        awaitDrained(queue, "orders");

        assertThat(IntStream.range(0, number).map(deliveries::get)).containsOnly(1);
    }

    /** The sweep is an hour away, and the last sender's signal is long gone: the engine itself knows when to look. */
    @Test
    void messagesAreFoundAtTheirTimeWithoutASweep() {
        DelayQueueMessage queue = queue("punctual");
        Map<String, Duration> lateness = new ConcurrentHashMap<>();
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration late, Duration took) {
                lateness.put(message.id(), late);
            }
        };
        DispatchSettings settings =
                DispatchSettings.builder().sweep(Duration.ofHours(1)).build();
        fixture.engine(queue, settings, listener, 1, (topic, messages) -> {}).start();

        int number = 20;
        for (int i = 0; i < number; i++) {
            EngineFixture.send(queue, "orders", "id" + i, Duration.ofMillis(1_000 + 37L * i));
        }

        await().atMost(LONG).until(() -> lateness.size() == number);
        assertThat(lateness.values()).noneMatch(Duration::isNegative);
        log.info("Lateness {}", lateness.values().stream().sorted().toList());
    }

    private static DelayQueueMessage queue(String service) {
        return RedissonDelayQueue.on(client)
                .service(service)
                .bodyConverter(new EngineFixture.Texts())
                .build();
    }
}
