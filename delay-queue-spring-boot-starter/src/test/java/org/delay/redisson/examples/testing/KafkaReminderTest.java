package org.delay.redisson.examples.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// tag::test-kafka[]
@SpringBootTest
@AutoConfigureDelayQueueTest
class KafkaReminderTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private KafkaReminders reminders;

    @Test
    void aReminderReachesTheKafkaListener() {
        producer.sendMessage("kafka-reminder", "4711", Duration.ofDays(1));

        delays.advance(Duration.ofDays(1));

        assertThat(reminders.sent()).containsExactly("4711");
    }
    // end::test-kafka[]
}
