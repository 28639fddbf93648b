package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two destinations in one application, one of them away. */
@ExtendWith(OutputCaptureExtension.class)
class RoutesEndToEndTest {

    /** How long a delivery to a Kafka that is away takes, at most. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    /** Far less, and far more than a busy machine needs. */
    private static final Duration ON_TIME = Duration.ofSeconds(4);

    private static final int TOPICS = 12;

    private static final int MAILS = 60;

    @Test
    void aKafkaThatIsAwayLeavesTheTopicsOfABeanAlone(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start()) {
            Runners.on(redis)
                    .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.kafka.bootstrap-servers=localhost:1",
                            "delay.redisson.lease=" + LEASE.toMillis() + "ms",
                            "delay.redisson.routes[order-*]=kafka",
                            "delay.redisson.routes[*]=mails")
                    .withBean("mails", Collected.class)
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        DelayQueueMessageProducer producer = context.getBean(DelayQueueMessageProducer.class);
                        for (int i = 0; i < TOPICS; i++) {
                            producer.sendMessage(OutgoingMessage.to("order-" + i)
                                    .id("order")
                                    .body("to Kafka")
                                    .delay(Duration.ZERO)
                                    .build());
                        }
                        Map<String, Instant> due = new HashMap<>();
                        for (int i = 1; i <= MAILS; i++) {
                            Duration delay = LEASE.multipliedBy(2L * i).dividedBy(MAILS);
                            due.put(
                                    "mail " + i,
                                    producer.sendMessage("mail-" + i % 5, "mail " + i, delay)
                                            .dueTime());
                        }

                        Collected mails = context.getBean("mails", Collected.class);
                        for (int i = 0; i < MAILS; i++) {
                            DelayedMessage mail = mails.next().message();
                            Instant dueTime = due.remove(mail.body());
                            assertThat(Instant.now()).isBetween(dueTime, dueTime.plus(ON_TIME));
                        }

                        await().untilAsserted(() -> assertThat(output).contains("Destination kafka is unavailable"));
                        assertThat(output).doesNotContain("Destination mails is unavailable");
                        assertThat(mails.isEmpty()).isTrue();
                        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                        for (int i = 0; i < TOPICS; i++) {
                            StoredMessage order =
                                    queue.find("order-" + i, "order").orElseThrow();
                            assertThat(order.state()).isNotEqualTo(State.DEAD);
                            assertThat(order.failures()).isZero();
                        }
                    });
        }
    }
}
