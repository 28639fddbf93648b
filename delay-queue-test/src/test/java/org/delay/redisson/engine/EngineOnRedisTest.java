package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.test.RedisServer;
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
@Timeout(120)
class EngineOnRedisTest {

    private static RedisServer server;
    private static RedissonClient client;

    private final EngineFixture fixture = new EngineFixture();

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        Config config = new Config();
        config.useSingleServer().setAddress(server.uri());
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
    void drainsHundredThousandMessagesThatAreDueAtOnce() throws Exception {
        DelayQueueMessage queue = RedissonDelayQueue.on(client)
                .service("drain")
                .bodyConverter(new EngineFixture.Texts())
                .build();
        int number = 100_000;
        sendMany(queue, "orders", "id", number);
        CountDownLatch all = new CountDownLatch(number);
        Set<String> ids = ConcurrentHashMap.newKeySet();

        long began = System.nanoTime();
        fixture.engine(queue, DispatchSettings.DEFAULTS, (topic, messages) -> {
                    ids.add(messages.get(0).id());
                    all.countDown();
                })
                .start();
        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();

        Duration took = Duration.ofNanos(System.nanoTime() - began);
        log.info("Drained {} messages in {}", number, took);
        assertThat(ids).hasSize(number);
        assertThat(took).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void latenessIsAFewMilliseconds() throws Exception {
        DelayQueueMessage queue = RedissonDelayQueue.on(client)
                .service("punctual")
                .bodyConverter(new EngineFixture.Texts())
                .build();
        int number = 50;
        CountDownLatch all = new CountDownLatch(number);
        List<Duration> lateness = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(org.delay.redisson.DelayedMessage message, Duration late, Duration took) {
                lateness.add(late);
                all.countDown();
            }
        };
        fixture.engine(queue, DispatchSettings.DEFAULTS, listener, 1, (topic, messages) -> {})
                .start();
        for (int i = 0; i < number; i++) {
            queue.schedule(List.of(OutgoingMessage.to("orders")
                    .id("id" + i)
                    .body("x")
                    .delay(Duration.ofMillis(300 + 37L * i))
                    .build()));
        }

        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
        List<Duration> sorted = lateness.stream().sorted().toList();
        log.info(
                "Lateness p50 {}, p90 {}, max {}",
                sorted.get(number / 2),
                sorted.get(number * 9 / 10),
                sorted.get(number - 1));
        assertThat(sorted.get(number / 2)).isLessThan(Duration.ofMillis(50));
    }
}
