package org.delay.redisson.examples.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.Receipt;
import org.delay.redisson.examples.Order;
import org.delay.redisson.json.FastjsonBodyConverter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class FailuresExampleTest {

    private static ConfigurableApplicationContext application;

    @BeforeAll
    static void start() {
        application = SpringApplication.run(
                FailuresExample.class,
                "--spring.kafka.bootstrap-servers=none",
                "--delay.redisson.register-service=failures",
                "--delay.redisson.retry.delay=10ms");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void whatFailsIsTriedAgain() {
        send("flaky");
        await().until(() -> bean(Payments.class).isRefunded("flaky"));
    }

    @Test
    void whatMeetsAClosedDestinationComesAgain() {
        send("closed");
        await().until(() -> bean(Payments.class).isRefunded("closed"));
    }

    @Test
    void whatCanNotSucceedIsADeadLetterThatCanBeRedriven() {
        DelayQueueMessage queue = bean(DelayQueueMessage.class);
        send("gone");
        await().until(() -> queue.counts("refund").dead() == 1);
        await().until(() -> alarms("gone: ") == 1);
        bean(DeadLetters.class).redriveAll("refund");
        await().until(() -> alarms("gone: ") == 2);
        await().untilAsserted(() -> assertThat(queue.counts("refund")).isEqualTo(new Counts(0, 0, 1, Duration.ZERO)));
    }

    @Test
    void whatIsTooLateIsDropped() {
        DelayQueueMessage queue = bean(DelayQueueMessage.class);
        queue.pause("refund");
        Receipt receipt = bean(DelayQueueMessageProducer.class)
                .sendMessage(OutgoingMessage.to("refund")
                        .id("late")
                        .body(new Order("late", BigDecimal.ONE))
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofMillis(1))
                        .build());
        await().until(() -> Instant.now().isAfter(receipt.dueTime().plusMillis(10)));
        queue.resume("refund");
        await().until(() -> alarms("late: ") == 1);
    }

    @Test
    void aBatchSaysWhichFailed() {
        BatchOfRefunds consumer = new BatchOfRefunds(new Payments());
        consumer.readWith(new FastjsonBodyConverter());
        assertThat(consumer.batchSize()).isEqualTo(50);
        assertThatThrownBy(() -> consumer.deliver("refund", messages("1", "gone", "2")))
                .isInstanceOfSatisfying(
                        PartialFailure.class,
                        failure -> assertThat(failure.causes()).containsOnlyKeys("gone"));
    }

    private static List<DelayedMessage> messages(String... ids) {
        return Arrays.stream(ids)
                .map(id -> new DelayedMessage(
                        "refund", id, "{\"id\":\"%s\",\"price\":1}".formatted(id), null, Map.of(), Instant.EPOCH, 4, 1))
                .toList();
    }

    private static long alarms(String prefix) {
        return bean(DeadLetters.class).alarms().stream()
                .filter(alarm -> alarm.startsWith(prefix))
                .count();
    }

    private static void send(String id) {
        bean(DelayQueueMessageProducer.class)
                .sendMessage(OutgoingMessage.to("refund")
                        .id(id)
                        .body(new Order(id, BigDecimal.ONE))
                        .delay(Duration.ZERO)
                        .build());
    }

    private static <T> T bean(Class<T> type) {
        return application.getBean(type);
    }
}
