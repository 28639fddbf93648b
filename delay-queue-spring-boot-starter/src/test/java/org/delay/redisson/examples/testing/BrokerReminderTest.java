package org.delay.redisson.examples.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.AutoConfigureDelayQueueTest.Kafka;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.kafka.test.context.EmbeddedKafka;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

// tag::test-broker[]
@SpringBootTest(properties = "spring.kafka.bootstrap-servers=${spring.embedded.kafka.brokers}")
@EmbeddedKafka(topics = "kafka-reminder")
@AutoConfigureDelayQueueTest(kafka = Kafka.BROKER)
// end::test-broker[]
@TestPropertySource(properties = "spring.kafka.consumer.auto-offset-reset=earliest")
@DirtiesContext
class BrokerReminderTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private KafkaReminders reminders;

    @Test
    void aReminderTakesTheWayThroughKafka() {
        producer.sendMessage("kafka-reminder", "4711", Duration.ofDays(1));

        delays.advance(Duration.ofDays(1));

        await().atMost(Duration.ofSeconds(30)).until(() -> reminders.sent().contains("4711"));
    }
}
