package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.AutoConfigureDelayQueueTest.Kafka;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.test.context.EmbeddedKafka;
import org.springframework.test.annotation.DirtiesContext;

/** Time passes for an application with Kafka, and the test has a broker. */
@SpringBootTest(
        classes = BrokerTest.Application.class,
        properties = {
            "spring.kafka.bootstrap-servers=${spring.embedded.kafka.brokers}",
            "spring.kafka.consumer.group-id=shop",
            "spring.kafka.consumer.auto-offset-reset=earliest"
        })
@EmbeddedKafka(partitions = 1, topics = "order-timeout")
@AutoConfigureDelayQueueTest(kafka = Kafka.BROKER)
@DirtiesContext
@Timeout(600)
class BrokerTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private Application application;

    @Test
    void recordsTakeTheWayThroughTheBroker() throws InterruptedException {
        producer.sendMessage("order-timeout", "4711", Duration.ofMinutes(30));
        delays.advance(Duration.ofMinutes(29));
        assertThat(delays).hasScheduled("order-timeout");

        delays.advance(Duration.ofMinutes(1));

        assertThat(delays).as("confirmed by the broker").hasNothingScheduled();
        assertThat(application.records.poll(2, TimeUnit.MINUTES)).isEqualTo("4711");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final BlockingQueue<String> records = new LinkedBlockingQueue<>();

        @KafkaListener(topics = "order-timeout")
        void onTimeout(String value) {
            records.add(value);
        }
    }
}
