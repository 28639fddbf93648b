package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import lombok.RequiredArgsConstructor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RabbitBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.util.backoff.FixedBackOff;

/** Records and messages whose listeners fail while Redis can't be reached: their broker keeps them, and no attempt is used up. */
class RetriesWithoutRedisTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static final Set<String> ALL =
            IntStream.range(0, 40).mapToObj(i -> "order-" + i).collect(Collectors.toUnmodifiableSet());

    private final String name = "orders-" + UUID.randomUUID();

    private static KafkaBroker kafka;
    private static @Nullable RabbitBroker rabbit;

    private RedisServer redis;

    /** How Redis is away. */
    enum Fault {
        KILLED {
            @Override
            void begin(RedisServer redis) {
                redis.kill();
            }

            @Override
            void end(RedisServer redis) {
                redis.restart();
            }
        },
        STOPPED {
            @Override
            void begin(RedisServer redis) {
                redis.pause();
            }

            @Override
            void end(RedisServer redis) {
                redis.resume();
            }
        };

        abstract void begin(RedisServer redis);

        abstract void end(RedisServer redis);
    }

    @BeforeAll
    static void startBrokers() {
        kafka = KafkaBroker.builder().start();
        rabbit = RabbitBroker.isInstalled() ? RabbitBroker.start() : null;
    }

    @AfterAll
    static void stopBrokers() {
        kafka.close();
        if (rabbit != null) {
            rabbit.close();
        }
    }

    @BeforeEach
    void start() {
        redis = RedisServer.builder()
                .config("appendonly yes", "appendfsync always")
                .start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private ApplicationContextRunner application() {
        return Runners.on(redis)
                .withPropertyValues("spring.data.redis.timeout=1s", "receiver.name=" + name)
                .withUserConfiguration(Receiver.class);
    }

    @ParameterizedTest
    @EnumSource
    void kafkaKeepsFailedRecords(Fault fault) {
        application()
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueKafkaRetryAutoConfiguration.class, KafkaAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.consumer.group-id=" + name,
                        "delay.redisson.kafka.retry.enabled=true",
                        "delay.redisson.kafka.retry.delay=20ms",
                        "delay.redisson.kafka.retry.max-attempts=2")
                .withUserConfiguration(KafkaReceiver.class)
                .run(context -> assertThatAllSucceed(context, fault, RetriesWithoutRedisTest::toKafka));
    }

    @ParameterizedTest
    @EnumSource
    void rabbitKeepsFailedMessages(Fault fault) {
        RabbitBroker broker = rabbit;
        assumeTrue(broker != null, "left out: no rabbitmq-server on the PATH");
        application()
                .withConfiguration(AutoConfigurations.of(RabbitAutoConfiguration.class))
                .withPropertyValues(
                        "spring.rabbitmq.port=" + broker.port(),
                        "spring.rabbitmq.listener.simple.retry.enabled=true",
                        "spring.rabbitmq.listener.simple.retry.max-retries=0")
                .withUserConfiguration(RabbitReceiver.class)
                .run(context -> assertThatAllSucceed(context, fault, RetriesWithoutRedisTest::toRabbit));
    }

    @SuppressWarnings("unchecked")
    private static void toKafka(ApplicationContext context, String to) {
        KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
        ALL.forEach(value -> template.send(to, value).join());
    }

    private static void toRabbit(ApplicationContext context, String to) {
        RabbitTemplate template = context.getBean(RabbitTemplate.class);
        ALL.forEach(value -> template.convertAndSend(to, value));
    }

    /** Each fails once that was stored, and more often before. */
    private void assertThatAllSucceed(
            ApplicationContext context, Fault fault, BiConsumer<ApplicationContext, String> sender) {
        Receiver receiver = context.getBean(Receiver.class);
        fault.begin(redis);
        sender.accept(context, name);
        await().atMost(LONG).until(() -> receiver.calls.values().stream().anyMatch(calls -> calls >= 2));
        assertThat(receiver.succeeded).isEmpty();

        fault.end(redis);

        await().atMost(LONG).until(() -> receiver.succeeded.size() >= ALL.size());
        assertThat(Set.copyOf(receiver.succeeded)).isEqualTo(ALL);
        assertThat(receiver.dead).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    static class Receiver {

        private final Map<String, Integer> calls = new ConcurrentHashMap<>();
        private final Collection<String> succeeded = new ConcurrentLinkedQueue<>();
        private final Collection<String> dead = new ConcurrentLinkedQueue<>();

        void handle(String value, boolean isRetry) {
            calls.merge(value, 1, Integer::sum);
            if (!isRetry) {
                throw new IllegalStateException("The bank does not answer");
            }
            succeeded.add(value);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @RequiredArgsConstructor
    static class KafkaReceiver {

        private final Receiver receiver;

        @KafkaListener(topics = "${receiver.name}")
        void on(ConsumerRecord<String, String> order) {
            receiver.handle(order.value(), order.topic().contains("-retry-"));
        }

        @KafkaListener(topics = "${receiver.name}-dlt", groupId = "${receiver.name}-dead")
        void onDead(String order) {
            receiver.dead.add(order);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @RequiredArgsConstructor
    static class RabbitReceiver {

        private final Receiver receiver;

        @Bean
        static Queue orders(@Value("${receiver.name}") String name) {
            return new Queue(name);
        }

        @Bean
        static Queue dead(@Value("${receiver.name}") String name) {
            return new Queue(name + ".dead");
        }

        @Bean
        static DelayingMessageRecoverer recoverer(
                RabbitTemplate template,
                ObjectProvider<DelayQueueMessage> queue,
                @Value("${receiver.name}") String name) {
            return new DelayingMessageRecoverer(
                    template, "", name + ".dead", new FixedBackOff(20, 1), queue::getObject);
        }

        @RabbitListener(queues = "${receiver.name}")
        void on(Message order) {
            receiver.handle(
                    new String(order.getBody(), StandardCharsets.UTF_8),
                    order.getMessageProperties().getHeaders().containsKey(DelayingMessageRecoverer.FAILURES));
        }

        @RabbitListener(queues = "${receiver.name}.dead")
        void onDead(String order) {
            receiver.dead.add(order);
        }
    }
}
