package org.delay.redisson.examples.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Instant;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.examples.Order;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class BeansExampleTest {

    @Test
    void theApplicationsBeansAreUsed() {
        try (RedisServer server = RedisServer.start();
                ConfigurableApplicationContext application = SpringApplication.run(
                        BeansExample.class,
                        "--spring.kafka.bootstrap-servers=none",
                        "--spring.data.redis.url=redis://no-such-host.invalid",
                        "--queue.redis=" + server.uri(),
                        "--delay.redisson.register-service=beans")) {
            Order order = new Order("4711", new BigDecimal("9.90"));
            String id = application
                    .getBean(DelayQueueMessageProducer.class)
                    .sendMessageAt("order-timeout", order, Instant.now())
                    .id();
            Deliveries deliveries = application.getBean(Deliveries.class);
            await().until(() -> !deliveries.orders.isEmpty());
            assertThat(deliveries.bodies).containsExactly("4711,9.90");
            assertThat(deliveries.orders).containsExactly(order);
            assertThat(application.getBean(DelayQueueTopicRegistrar.class).pullAll())
                    .containsExactly("order-timeout");
            await().until(() -> application.getBean(Latenesses.class).has(id));
            assertThat(keysOf(server))
                    .doesNotContain("topic_registrar_key:beans")
                    .contains("delay:beans:shards");
        }
    }

    private static Iterable<String> keysOf(RedisServer server) {
        Config config = new Config().setCodec(StringCodec.INSTANCE);
        config.useSingleServer().setAddress(server.uri());
        RedissonClient client = Redisson.create(config);
        try {
            return client.getKeys().getKeysStream().toList();
        } finally {
            client.shutdown();
        }
    }
}
