package org.delay.redisson.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaBrokerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void keepsItsAddressAndRecordsOverARestart() throws Exception {
        try (KafkaBroker broker = KafkaBroker.builder().topics("orders").start();
                KafkaProducer<String, String> producer = producer(broker, TIMEOUT)) {
            String address = broker.bootstrapServers();
            assertThat(System.getProperty("spring.kafka.bootstrap-servers")).isNull();
            producer.send(new ProducerRecord<>("orders", "before")).get();

            broker.stop();
            assertThat(broker.isRunning()).isFalse();
            try (KafkaProducer<String, String> impatient = producer(broker, Duration.ofMillis(300))) {
                assertThatThrownBy(() -> impatient
                                .send(new ProducerRecord<>("orders", "during"))
                                .get())
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(TimeoutException.class);
            }

            broker.restart();
            assertThat(broker.isRunning()).isTrue();
            assertThat(broker.bootstrapServers()).isEqualTo(address);
            // The producer of before finds it again by itself.
            producer.send(new ProducerRecord<>("orders", "after")).get();
            assertThat(broker.records("orders", 2, TIMEOUT))
                    .extracting(ConsumerRecord::value)
                    .containsExactly("before", "after");
        }
    }

    @Test
    void startsWithoutTheWordsOfTheFormatter() {
        PrintStream original = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream ours = new PrintStream(printed, true, UTF_8);
        System.setOut(ours);
        try (KafkaBroker broker = KafkaBroker.start()) {
            assertThat(System.out).isSameAs(ours);
            assertThat(printed.toString(UTF_8)).doesNotContain("Formatting", "Bootstrap metadata");
        } finally {
            System.setOut(original);
        }
    }

    @Test
    void twoBrokersSideBySide() throws Exception {
        try (KafkaBroker one = KafkaBroker.start();
                KafkaBroker other = KafkaBroker.start()) {
            one.createTopic("orders", 3);
            try (KafkaProducer<String, String> producer = producer(one, TIMEOUT)) {
                for (String key : List.of("a", "b", "c", "d")) {
                    producer.send(new ProducerRecord<>("orders", key, key)).get();
                }
            }
            assertThat(one.records("orders", 4, TIMEOUT))
                    .extracting(ConsumerRecord::value)
                    .containsExactlyInAnyOrder("a", "b", "c", "d");
            assertThat(other.records("orders", 1, Duration.ofMillis(300))).isEmpty();
        }
    }

    @Test
    void withoutAutoCreationAnUnknownTopicIsAnError() {
        try (KafkaBroker broker = KafkaBroker.builder().autoCreateTopics(false).start();
                KafkaProducer<String, String> producer = producer(broker, Duration.ofSeconds(1))) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("unknown", "lost"))
                            .get())
                    .hasMessageContaining("unknown");
        }
    }

    private static KafkaProducer<String, String> producer(KafkaBroker broker, Duration maxBlock) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        maxBlock.toMillis()),
                new StringSerializer(),
                new StringSerializer());
    }
}
