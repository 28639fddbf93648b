package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** Two destinations in one application, one of them away. */
@ExtendWith(OutputCaptureExtension.class)
class RoutesEndToEndTest {

    private static final int TOPICS = 12;
    private static final int MAILS = 60;

    /** Mails that waited for a worker would wait until a delivery to Kafka ends. */
    @Test
    void aKafkaThatIsAwayLeavesTheTopicsOfABeanAlone(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis, Duration.ofMinutes(10)).run(context -> {
                assertThat(context).hasNotFailed();
                sendOrders(context);
                awaitDeliveryToKafka(context);
                Set<String> due = sendMails(context);

                Collected mails = context.getBean("mails", Collected.class);
                for (int i = 0; i < MAILS; i++) {
                    assertThat(due.remove(mails.next().message().body())).isTrue();
                }
                assertThat(output)
                        .as("no delivery to Kafka has ended")
                        .doesNotContain("Destination kafka is unavailable");
                assertOrdersAreUntried(context);
            });
        }
    }

    @Test
    void onlyTheDestinationThatIsAwayIsUnavailable(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start()) {
            runner(redis, Duration.ofSeconds(10)).run(context -> {
                sendOrders(context);
                await().untilAsserted(() -> assertThat(output).contains("Destination kafka is unavailable"));
                Set<String> due = sendMails(context);

                Collected mails = context.getBean("mails", Collected.class);
                for (int i = 0; i < MAILS; i++) {
                    assertThat(due.remove(mails.next().message().body())).isTrue();
                }
                assertThat(output).doesNotContain("Destination mails is unavailable");
                assertThat(mails.isEmpty()).isTrue();
                assertOrdersAreUntried(context);
            });
        }
    }

    private static ApplicationContextRunner runner(RedisServer redis, Duration lease) {
        return Runners.on(redis)
                .withConfiguration(
                        AutoConfigurations.of(KafkaAutoConfiguration.class, LifecycleAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=localhost:1",
                        "spring.lifecycle.timeout-per-shutdown-phase=1s",
                        "delay.redisson.lease=" + lease.toSeconds() + "s",
                        "delay.redisson.routes[order-*]=kafka",
                        "delay.redisson.routes[*]=mails")
                .withBean("mails", Collected.class);
    }

    private static void sendOrders(ApplicationContext context) {
        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
        for (int i = 0; i < TOPICS; i++) {
            producer.sendMessage(OutgoingMessage.to("order-" + i)
                    .id("order")
                    .body("to Kafka")
                    .delay(Duration.ZERO)
                    .build());
        }
    }

    private static void awaitDeliveryToKafka(ApplicationContext context) {
        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
        await().until(() -> IntStream.range(0, TOPICS)
                .anyMatch(i -> queue.counts("order-" + i).leased() > 0));
    }

    private static Set<String> sendMails(ApplicationContext context) {
        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
        Set<String> mails = new HashSet<>();
        for (int i = 1; i <= MAILS; i++) {
            mails.add("mail " + i);
            producer.sendMessage("mail-" + i % 5, "mail " + i, Duration.ofMillis(10L * i));
        }
        return mails;
    }

    private static void assertOrdersAreUntried(ApplicationContext context) {
        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
        for (int i = 0; i < TOPICS; i++) {
            StoredMessage order = queue.find("order-" + i, "order").orElseThrow();
            assertThat(order.state()).isNotEqualTo(State.DEAD);
            assertThat(order.failures()).isZero();
        }
    }
}
