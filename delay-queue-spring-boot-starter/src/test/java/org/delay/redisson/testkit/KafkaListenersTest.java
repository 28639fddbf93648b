package org.delay.redisson.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
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
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.support.Acknowledgment;
import org.springframework.messaging.handler.annotation.Header;

/** Time passes for an application with Kafka, without a broker: none listens where it looks for one. */
@SpringBootTest(
        classes = KafkaListenersTest.Application.class,
        properties = {
            "spring.kafka.bootstrap-servers=127.0.0.1:1",
            "spring.kafka.consumer.group-id=shop",
            "spring.kafka.listener.ack-mode=manual",
            "spring.kafka.consumer.value-deserializer=org.springframework.kafka.support.serializer.JacksonJsonDeserializer",
            "spring.kafka.consumer.properties[spring.json.value.default.type]="
                    + "org.delay.redisson.testkit.KafkaListenersTest$Order"
        })
@AutoConfigureDelayQueueTest
@Timeout(300)
class KafkaListenersTest {

    @Autowired
    private DelayQueueMessageProducer producer;

    @Autowired
    private DelayQueueTester delays;

    @Autowired
    private Application application;

    @Test
    void recordsComeToTheApplicationsListeners() {
        application.log.clear();
        producer.sendMessage(OutgoingMessage.to("order-timeout")
                .id("4711")
                .key("k")
                .header("tenant", "blue")
                .body(new Order("4711"))
                .delay(Duration.ofMinutes(30))
                .build());

        delays.advance(Duration.ofMinutes(29));
        assertThat(application.log).isEmpty();
        delays.advance(Duration.ofMinutes(1));

        assertThat(application.log)
                .containsExactlyInAnyOrder("shop Order[id=4711] 4711 blue k", "audit 4711", "pattern order-timeout");
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void oneListenerOfAGroupGetsTheRecord() {
        application.log.clear();
        producer.sendMessage("competing", "text", Duration.ZERO);
        delays.advance(Duration.ZERO);
        assertThat(application.log).containsExactly("the group has text");
    }

    @Test
    void batchesAndAcknowledgmentsWork() {
        application.log.clear();
        producer.sendMessage("batches", "text", Duration.ZERO);
        delays.advance(Duration.ZERO);
        assertThat(application.log).containsExactly("batch of 1: text");
    }

    @Test
    void whatAListenerThrowsIsTheTests() {
        producer.sendMessage("failing", "text", Duration.ZERO);
        assertThatThrownBy(() -> delays.advance(Duration.ofDays(1)))
                .isInstanceOf(AssertionError.class)
                .hasStackTraceContaining("on purpose");
        assertThat(delays).hasNothingScheduled().hasNoDeadLetters();
        delays.advance(Duration.ofDays(1));
    }

    @Test
    void aContainerThatCantBeSetUpFailsItsOwnTopicOnlyAndLoudly() {
        producer.sendMessage("misconfigured", "text", Duration.ZERO);
        assertThatThrownBy(() -> delays.advance(Duration.ZERO))
                .isInstanceOf(AssertionError.class)
                .hasStackTraceContaining("no.such.Deserializer");
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void aTopicThatOthersListenToTakesItsMessages() {
        producer.sendMessage("others", "text", Duration.ZERO);
        delays.advance(Duration.ZERO);
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void noContainerRuns(@Autowired KafkaListenerEndpointRegistry registry) {
        assertThat(registry.getListenerContainers()).isNotEmpty().noneMatch(MessageListenerContainer::isRunning);
    }

    record Order(String id) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private static final String TEXTS =
                "value.deserializer:org.apache.kafka.common.serialization.StringDeserializer";

        final List<String> log = new CopyOnWriteArrayList<>();

        @Bean
        NewTopic topic() {
            return new NewTopic("order-timeout", 1, (short) 1);
        }

        @KafkaListener(topics = "order-timeout")
        void onTimeout(
                Order order,
                @Header(Headers.ID) String id,
                @Header("tenant") String tenant,
                ConsumerRecord<String, Order> record,
                Acknowledgment acknowledgment,
                Consumer<?, ?> consumer) {
            acknowledgment.acknowledge();
            log.add("shop " + order + " " + id + " " + tenant + " " + record.key());
        }

        @KafkaListener(topics = "competing", properties = TEXTS)
        void oneOfTheGroup(String text) {
            log.add("the group has " + text);
        }

        @KafkaListener(topics = "competing", properties = TEXTS)
        void anotherOfTheGroup(String text) {
            log.add("the group has " + text);
        }

        /** Started whatever the factory says. */
        @KafkaListener(topics = "order-timeout", groupId = "audit", autoStartup = "true")
        void audit(Order order) {
            log.add("audit " + order.id());
        }

        @KafkaListener(topicPattern = "order-.*", groupId = "pattern")
        void pattern(ConsumerRecord<?, ?> record) {
            log.add("pattern " + record.topic());
        }

        @KafkaListener(topics = "batches", batch = "true", properties = TEXTS)
        void batch(List<String> texts) {
            log.add("batch of " + texts.size() + ": " + texts.get(0));
        }

        @KafkaListener(topics = "misconfigured", properties = "value.deserializer:no.such.Deserializer")
        void misconfigured(String text) {
            log.add("never");
        }

        @KafkaListener(topics = "failing", properties = TEXTS)
        void failing(String text) {
            throw new IllegalStateException("on purpose");
        }
    }
}
