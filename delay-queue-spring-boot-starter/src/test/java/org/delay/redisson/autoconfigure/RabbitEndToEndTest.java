package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.amqp.autoconfigure.metrics.RabbitMetricsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.messaging.handler.annotation.Header;

/** From the send to a listener method of RabbitMQ. */
@ExtendWith(OutputCaptureExtension.class)
class RabbitEndToEndTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;
    private static RabbitBroker broker;

    @BeforeAll
    static void start() {
        assumeTrue(RabbitBroker.isInstalled(), "left out: no rabbitmq-server on the PATH");
        redis = RedisServer.start();
        broker = RabbitBroker.start();
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
            redis.close();
        }
    }

    private static ApplicationContextRunner application() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
                .withPropertyValues("spring.rabbitmq.port=" + broker.port())
                .withUserConfiguration(Orders.class);
    }

    @Test
    void aListenerGetsTheObjectThatWasSent() {
        application().run(context -> {
            context.getBean(DelayQueueMessageProducer.class)
                    .sendMessage(OutgoingMessage.to("order")
                            .id("4711")
                            .body(new Order("4711", 3))
                            .delay(Duration.ofMillis(200))
                            .build());

            Orders orders = context.getBean(Orders.class);
            assertThat(orders.received.poll(60, TimeUnit.SECONDS)).isEqualTo(new Order("4711", 3));
            assertThat(orders.ids).containsExactly("4711");
        });
    }

    /** An alert and a panel are about these meters of RabbitMQ's client, which Spring Boot binds. */
    @Test
    void theClientCountsWhatIsConfirmedAndWhatHasNoQueue() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        application()
                .withConfiguration(AutoConfigurations.of(RabbitMetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, () -> registry)
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    send(producer, "order", "1");
                    send(producer, "nowhere", "lost");

                    await().atMost(LONG)
                            .untilAsserted(() -> assertThat(
                                            List.of("rabbitmq.unrouted_published", "rabbitmq.acknowledged_published"))
                                    .allSatisfy(meter -> assertThat(registry.get(meter)
                                                    .counter()
                                                    .count())
                                            .isPositive()));
                });
    }

    /** Each uses up its own attempts, so only what has no queue becomes a dead letter. */
    @Test
    void aKafkaThatIsDownAndAMissingQueueLeaveRabbitsTopicsAlone(CapturedOutput output) {
        application()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=localhost:1",
                        "delay.redisson.retry.max-attempts=2",
                        "delay.redisson.retry.delay=10ms",
                        "delay.redisson.routes[*]=rabbit",
                        "delay.redisson.routes[k-*]=kafka")
                .run(context -> {
                    DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                    DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                    send(producer, "k-1", "kafka");
                    send(producer, "nowhere", "lost");
                    for (int i = 0; i < 20; i++) {
                        send(producer, "order", "o" + i);
                    }

                    Orders orders = context.getBean(Orders.class);
                    await().atMost(LONG).until(() -> orders.ids.size() >= 20);
                    await().atMost(LONG)
                            .until(() ->
                                    queue.find("nowhere", "lost").orElseThrow().state() == State.DEAD);
                    assertThat(queue.find("nowhere", "lost").orElseThrow().error())
                            .contains("RabbitMQ has no queue 'nowhere'");
                    assertThat(queue.find("k-1", "kafka").orElseThrow().failures())
                            .isZero();
                    await().atMost(LONG)
                            .untilAsserted(() -> assertThat(output).contains("Destination kafka is unavailable"));
                    assertThat(output).doesNotContain("Destination rabbit is unavailable");
                });
    }

    private static void send(DelayQueueMessageProducer producer, String topic, String id) {
        producer.sendMessage(OutgoingMessage.to(topic)
                .id(id)
                .body(new Order(id, 1))
                .delay(Duration.ZERO)
                .build());
    }

    record Order(String id, int number) {}

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        final BlockingQueue<Order> received = new LinkedBlockingQueue<>();
        final Set<String> ids = ConcurrentHashMap.newKeySet();

        @Bean
        Queue order() {
            return new Queue("order");
        }

        @Bean
        JacksonJsonMessageConverter json() {
            return new JacksonJsonMessageConverter();
        }

        @RabbitListener(queues = "order")
        void on(Order order, @Header(Headers.ID) String id) {
            ids.add(id);
            received.add(order);
        }
    }
}
