package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.Receipt;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** An application with Redis and Kafka: what is sent arrives in an ordinary listener, when it is due. */
@SpringBootTest(
        classes = KafkaEndToEndTest.Application.class,
        properties = {
            "delay.redisson.enable=true",
            "spring.data.redis.timeout=15s",
            "delay.redisson.register-service=shop",
            "spring.kafka.consumer.auto-offset-reset=earliest",
            "spring.kafka.consumer.group-id=shop",
            "spring.kafka.consumer.value-deserializer=org.springframework.kafka.support.serializer.JacksonJsonDeserializer",
            "spring.kafka.consumer.properties[spring.json.value.default.type]="
                    + "org.delay.redisson.autoconfigure.KafkaEndToEndTest$Order",
            // Neither of them is the queue's.
            "spring.kafka.producer.value-serializer=org.springframework.kafka.support.serializer.JacksonJsonSerializer",
            "spring.kafka.producer.transaction-id-prefix=shop-"
        })
@DirtiesContext
class KafkaEndToEndTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private Application application;

    @Test
    void anOrderArrivesWhenItIsDue() throws InterruptedException {
        Order order = new Order("4711", new BigDecimal("12.50"), Instant.parse("2026-01-02T03:04:05.678Z"));

        Receipt receipt = producer.sendMessage("order-timeout", order, 300, TimeUnit.MILLISECONDS);

        Arrival arrival = application.arrivals.poll(2, TimeUnit.MINUTES);
        assertThat(arrival).as("an arrival within two minutes").isNotNull();
        assertThat(arrival.order).isEqualTo(order);
        assertThat(arrival.id).isEqualTo(receipt.id());
        assertThat(Instant.parse(arrival.dueTime)).isEqualTo(receipt.dueTime());
        assertThat(arrival.at).isAfterOrEqualTo(receipt.dueTime());
    }

    record Order(String number, BigDecimal total, Instant placed) {}

    record Arrival(Order order, String id, String dueTime, Instant at) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

        /** Beans, so that they are there before all that needs them, and end after it. */
        @Bean
        RedisServer redis() {
            return RedisServer.start();
        }

        @Bean
        KafkaBroker kafka() {
            return KafkaBroker.builder().topics("order-timeout").start();
        }

        @Bean
        DynamicPropertyRegistrar servers(RedisServer redis, KafkaBroker kafka) {
            return registry -> {
                registry.add("spring.data.redis.port", redis::port);
                registry.add("spring.kafka.bootstrap-servers", kafka::bootstrapServers);
            };
        }

        @KafkaListener(topics = "order-timeout")
        void onTimeout(Order order, @Header(Headers.ID) String id, @Header(Headers.DUE_TIME) String dueTime) {
            arrivals.add(new Arrival(order, id, dueTime, Instant.now()));
        }
    }
}
