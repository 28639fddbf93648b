package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Applications with Redis and without Kafka, started as people start them. */
@ExtendWith(OutputCaptureExtension.class)
class SubclassEndToEndTest {

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @Test
    void anOrderArrivesWhenItIsDue() throws InterruptedException {
        try (ConfigurableApplicationContext context = run(Application.class)) {
            Order order = new Order("4711", Instant.parse("2026-01-02T03:04:05.678Z"));

            Receipt receipt = context.getBean(DelayQueueMessageProducer.class)
                    .sendMessage("order-timeout", order, 300, TimeUnit.MILLISECONDS);

            Arrival arrival = context.getBean(Timeouts.class).arrivals.poll(2, TimeUnit.MINUTES);
            assertThat(arrival).as("an arrival within 30 s").isNotNull();
            assertThat(arrival.order).isEqualTo(order);
            assertThat(arrival.id).isEqualTo(receipt.id());
            assertThat(arrival.at).isAfterOrEqualTo(receipt.dueTime());
        }
    }

    /** The workers are daemons, so something else must be none. */
    @Test
    void anApplicationThatOnlyDispatchesGoesOnRunning() {
        try (ConfigurableApplicationContext context = run(Application.class)) {
            assertThat(context.isRunning()).isTrue();
            assertThat(Thread.getAllStackTraces().keySet())
                    .anyMatch(thread -> thread.getName().startsWith("redisson-") && !thread.isDaemon());
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("delay-queue-")));
    }

    @Test
    void whoCannotDispatchIsToldWhatToDo(CapturedOutput output) {
        assertThatThrownBy(() -> run(Nobody.class)).hasRootCauseInstanceOf(CannotStartException.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("No receiver for the delayed messages of service 'shop'")
                .contains("delay.redisson.auto-startup=false");
    }

    private static ConfigurableApplicationContext run(Class<?> application) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .run(
                        "--delay.redisson.enable=true",
                        "--delay.redisson.register-service=shop",
                        "--spring.data.redis.port=" + redis.port());
    }

    record Order(String number, Instant placed) {}

    record Arrival(Order order, String id, Instant at) {}

    static class Timeouts extends DelayQueueMessageConsumer {

        final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {
            for (DelayedMessage message : messages) {
                arrivals.add(new Arrival(read(message, Order.class), message.id(), Instant.now()));
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = KafkaAutoConfiguration.class)
    static class Application {

        @Bean
        Timeouts timeouts() {
            return new Timeouts();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = KafkaAutoConfiguration.class)
    static class Nobody {}
}
