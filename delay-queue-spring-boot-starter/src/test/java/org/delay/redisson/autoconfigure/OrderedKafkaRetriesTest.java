package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ContainerPostProcessor;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Records of ordered topics are retried in place, and later ones wait. */
@ExtendWith(OutputCaptureExtension.class)
class OrderedKafkaRetriesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private static RedisServer redis;
    private static KafkaBroker broker;

    private final String topic = "accounts-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        broker = KafkaBroker.builder().start();
    }

    @AfterAll
    static void stop() {
        broker.close();
        redis.close();
    }

    private ApplicationContextRunner application() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueKafkaRetryAutoConfiguration.class, KafkaAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.consumer.group-id=billing-" + UUID.randomUUID(),
                        "receiver.topic=" + topic,
                        "delay.redisson.kafka.retry.enabled=true",
                        "delay.redisson.kafka.retry.delay=20ms",
                        "delay.redisson.kafka.retry.max-attempts=3",
                        "delay.redisson.kafka.retry.ordered-topics=" + topic + "," + topic + "-batch")
                .withUserConfiguration(Receiver.class);
    }

    private void send(ApplicationContext context, String to, String... values) throws Exception {
        @SuppressWarnings("unchecked")
        KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
        for (String value : values) {
            template.send(to, "key", value).get(60, TimeUnit.SECONDS);
        }
    }

    private static void assertHandled(ApplicationContext context, String... values) {
        Receiver receiver = context.getBean(Receiver.class);
        await().atMost(LONG).untilAsserted(() -> assertThat(receiver.handled).containsExactly(values));
    }

    @Test
    void laterRecordsWaitUntilTheListenerSucceeds() {
        application().run(context -> {
            send(context, topic, "fail 2 times", "next", "last");

            assertHandled(context, "fail 2 times", "fail 2 times", "fail 2 times", "next", "last");
            assertThat(container(context).getContainerProperties().getTopics()).containsExactly(topic);
            assertThat(context.getBean(Receiver.class).dead).isEmpty();
        });
    }

    @Test
    void afterTheLastAttemptOthersGoOn() {
        application().run(context -> {
            send(context, topic, "fail 9 times", "next");

            assertHandled(context, "fail 9 times", "fail 9 times", "fail 9 times", "next");
            assertDead(context, "fail 9 times");
        });
    }

    /** As of a service behind the listener that answers with one error and then with another. */
    @Test
    void attemptsCountWhateverTheExceptionIs() {
        application().run(context -> {
            send(context, topic, "fail otherwise 9 times", "next");

            assertHandled(
                    context, "fail otherwise 9 times", "fail otherwise 9 times", "fail otherwise 9 times", "next");
            assertDead(context, "fail otherwise 9 times");
        });
    }

    @Test
    void aPermanentFailureIsADeadLetterAtOnce() {
        application().run(context -> {
            send(context, topic, "never", "next");

            assertHandled(context, "never", "next");
            assertDead(context, "never");
        });
    }

    @Test
    void aBatchWaitsToo() {
        application().run(context -> {
            send(context, topic + "-batch", "fail 2 times", "next");

            assertHandled(context, "fail 2 times", "fail 2 times", "fail 2 times", "next");
        });
    }

    @Test
    void recordsOfTransactionsWaitToo() {
        application()
                .withPropertyValues(
                        "spring.kafka.producer.transaction-id-prefix=" + topic,
                        "spring.kafka.consumer.isolation-level=read-committed")
                .run(context -> {
                    @SuppressWarnings("unchecked")
                    KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
                    for (String value : List.of("fail 2 times", "next")) {
                        template.executeInTransaction(operations -> operations.send(topic, "key", value))
                                .get(60, TimeUnit.SECONDS);
                    }

                    assertHandled(context, "fail 2 times", "fail 2 times", "fail 2 times", "next");
                });
    }

    /** So that Kafka does not take the partition from it, however long the back-off is. */
    @Test
    void theContainerIsPausedMeanwhile() {
        application()
                .withPropertyValues(
                        "delay.redisson.kafka.retry.delay=1h",
                        "delay.redisson.kafka.retry.max-delay=1h",
                        "spring.kafka.consumer.properties.max.poll.interval.ms=2000")
                .run(context -> {
                    send(context, topic, "fail 2 times", "next");

                    await().atMost(LONG).until(() -> container(context).isContainerPaused());
                    assertHandled(context, "fail 2 times");
                    container(context).resume();
                    assertHandled(context, "fail 2 times", "fail 2 times");
                });
    }

    @Test
    void anOrderedTopicWithoutAListenerIsNamed(CapturedOutput output) {
        application()
                .withPropertyValues("delay.redisson.kafka.retry.ordered-topics=" + topic + ",acounts")
                .run(context -> assertThat(output)
                        .contains(
                                "Topic 'acounts' of delay.redisson.kafka.retry.ordered-topics is named by no @KafkaListener")
                        .doesNotContain("Topic '" + topic + "' of"));
    }

    @Test
    void aListenerWithAPostProcessorOfItsOwnDoesNotStart() {
        application()
                .withUserConfiguration(OwnPostProcessor.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("'containerPostProcessor' of its own")
                        .hasMessageContaining("OwnPostProcessor.on"));
    }

    private static MessageListenerContainer container(ApplicationContext context) {
        return context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer("receiver");
    }

    private static void assertDead(ApplicationContext context, String value) {
        Receiver receiver = context.getBean(Receiver.class);
        await().atMost(LONG).untilAsserted(() -> assertThat(receiver.dead).containsExactly(value));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPostProcessor {

        @KafkaListener(topics = "${receiver.topic}", containerPostProcessor = "own")
        void on(String value) {}

        @Bean
        ContainerPostProcessor<Object, Object, AbstractMessageListenerContainer<Object, Object>> own() {
            return container -> container.setAutoStartup(false);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Receiver {

        private final Queue<String> handled = new ConcurrentLinkedQueue<>();
        private final Queue<String> dead = new ConcurrentLinkedQueue<>();

        @KafkaListener(id = "receiver", idIsGroup = false, topics = "${receiver.topic}")
        void on(String value) {
            handle(value);
        }

        @KafkaListener(topics = "${receiver.topic}-batch", batch = "true")
        void on(List<ConsumerRecord<String, String>> records) {
            records.forEach(record -> handle(record.value()));
        }

        /** Fails as often as the record says. */
        private void handle(String value) {
            if (value.equals("never")) {
                handled.add(value);
                throw new PermanentFailure("Never");
            }
            long calls = handled.stream().filter(value::equals).count() + 1;
            handled.add(value);
            if (value.startsWith("fail") && calls <= Long.parseLong(value.replaceAll("\\D", ""))) {
                throw value.contains("otherwise") && calls % 2 == 0
                        ? new UncheckedIOException(new IOException("The bank has hung up"))
                        : new IllegalStateException("The bank does not answer");
            }
        }

        @KafkaListener(topics = "${receiver.topic}-dlt", groupId = "${spring.kafka.consumer.group-id}-dead")
        void onDead(String value) {
            dead.add(value);
        }
    }
}
