package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.test.AutoConfigureDelayQueueTest;
import org.delay.redisson.test.DelayQueueTester;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;

/** An application with a consumer of its own and a route to Kafka is tested without a broker. */
@SpringBootTest(
        classes = RoutesTest.Application.class,
        properties = {
            "spring.kafka.bootstrap-servers=127.0.0.1:1",
            "spring.kafka.consumer.group-id=shop",
            "delay.redisson.routes.order-timeout=kafka"
        })
@AutoConfigureDelayQueueTest
@Timeout(300)
class RoutesTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private List<String> log;

    @Test
    void eachTopicReachesItsReceiver() {
        producer.sendMessage("order-timeout", "4711", Duration.ofMinutes(1));
        producer.sendMessage("mail", "hello", Duration.ofMinutes(2));

        delays.advance(Duration.ofMinutes(2));

        assertThat(log).containsExactly("listener 4711", "consumer hello");
        assertThat(delays).hasNothingScheduled();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        List<String> log() {
            return new CopyOnWriteArrayList<>();
        }

        @Bean
        Listener listener(List<String> log) {
            return new Listener(log);
        }

        @Bean
        DelayQueueMessageConsumer own(List<String> log) {
            return new DelayQueueMessageConsumer() {
                @Override
                protected void processMessages(String topic, List<DelayedMessage> messages) {
                    messages.forEach(message -> log.add("consumer " + message.body()));
                }
            };
        }
    }

    record Listener(List<String> log) {

        @KafkaListener(topics = "order-timeout")
        void on(String body) {
            log.add("listener " + body);
        }
    }
}
