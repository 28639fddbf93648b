package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.kafka.Messages.numbered;

import java.time.Duration;
import java.util.Map;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The least that Kafka accepts of each of the application's settings that are taken over: messages arrive all the same. */
class SmallestSettingsTest {

    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.builder().autoCreateTopics(false).start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({
        "batch.size, 0",
        "buffer.memory, 0",
        "request.timeout.ms, 0",
        "max.block.ms, 0",
        "delivery.timeout.ms, 0",
        "metadata.max.age.ms, 0",
        "metadata.max.idle.ms, 5000",
        "reconnect.backoff.ms, 0",
        "reconnect.backoff.max.ms, 0",
        "retry.backoff.ms, 0",
        "retry.backoff.max.ms, 0",
        "send.buffer.bytes, 1",
        "receive.buffer.bytes, 1",
        "metrics.num.samples, 1",
        "metrics.sample.window.ms, 0",
        "max.in.flight.requests.per.connection, 1",
        "partitioner.availability.timeout.ms, 0"
    })
    void isEnough(String setting, String least) throws Exception {
        broker.createTopic(setting, 1);
        Map<String, Object> configs = Map.of("bootstrap.servers", broker.bootstrapServers(), setting, least);

        try (KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(configs, Duration.ofSeconds(30))) {
            producer.send(setting, numbered(setting, 200));
        }

        assertThat(broker.records(setting, 200, Duration.ofSeconds(60))).hasSizeGreaterThanOrEqualTo(200);
    }
}
