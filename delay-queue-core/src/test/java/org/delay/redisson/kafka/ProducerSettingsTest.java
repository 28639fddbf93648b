package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.core.ProducerFactory;

class ProducerSettingsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final Map<String, Object> HOSTILE = Map.ofEntries(
            Map.entry("bootstrap.servers", "127.0.0.1:1"),
            Map.entry("client.id", "orders"),
            Map.entry("acks", "1"),
            Map.entry("retries", 0),
            Map.entry("enable.idempotence", "false"),
            Map.entry("max.in.flight.requests.per.connection", "50"),
            Map.entry("transactional.id", "tx-"),
            Map.entry("linger.ms", 60_000),
            Map.entry("request.timeout.ms", "90000"),
            Map.entry("delivery.timeout.ms", 200_000),
            Map.entry("max.block.ms", 60_000),
            Map.entry("key.serializer", "org.example.Missing"),
            Map.entry("value.serializer", "org.example.Missing"),
            Map.entry("partitioner.class", "org.example.Missing"),
            Map.entry("compression.type", "gzip"));

    @Test
    void keepsWhatIsTheApplicationsAndOverridesWhatItPromises() {
        Map<String, Object> configs = new ProducerSettings(HOSTILE, Duration.ofSeconds(30)).toConfigs(7);

        assertThat(configs)
                .containsEntry("bootstrap.servers", "127.0.0.1:1")
                .containsEntry("compression.type", "gzip")
                .containsEntry("client.id", "orders-delay-queue-7")
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("max.in.flight.requests.per.connection", 1)
                .containsEntry("linger.ms", 0)
                .containsEntry("max.block.ms", 5_000L)
                .containsEntry("delivery.timeout.ms", 20_000)
                .containsEntry("request.timeout.ms", 10_000)
                .doesNotContainKeys(
                        "retries", "partitioner.class", "transactional.id", "key.serializer", "value.serializer");
    }

    @Test
    void aShorterRequestTimeoutStays() {
        Map<String, Object> configs =
                new ProducerSettings(Map.of("request.timeout.ms", 2_000), Duration.ofSeconds(30)).toConfigs(7);

        assertThat(configs).containsEntry("client.id", "delay-queue-7").containsEntry("request.timeout.ms", 2_000);
    }

    @Test
    void theClientAsksAgainAfterTheSameTimeUnlessTheApplicationSaysOtherwise() {
        assertThat(new ProducerSettings(Map.of(), LEASE).toConfigs(7)).containsEntry("retry.backoff.max.ms", 100L);
        assertThat(new ProducerSettings(Map.of("retry.backoff.ms", "300"), LEASE).toConfigs(7))
                .containsEntry("retry.backoff.max.ms", 300L);
        assertThat(new ProducerSettings(Map.of("retry.backoff.max.ms", 2_000), LEASE).toConfigs(7))
                .containsEntry("retry.backoff.max.ms", 2_000);
    }

    /** A batch that is larger than a topic takes is refused for ever: its parts are as large as it was. */
    @Test
    void theSizeOfABatchIsTheApplications() {
        assertThat(new ProducerSettings(Map.of(), LEASE).toConfigs(7)).doesNotContainKey("batch.size");
        assertThat(new ProducerSettings(Map.of("batch.size", "1000"), LEASE).toConfigs(7))
                .containsEntry("batch.size", "1000");
    }

    @Test
    void aBufferHasRoomForAClaim() {
        assertThat(new ProducerSettings(Map.of(), LEASE).toConfigs(7)).doesNotContainKey("buffer.memory");
        assertThat(new ProducerSettings(Map.of("buffer.memory", "0"), LEASE).toConfigs(7))
                .containsEntry("buffer.memory", 4_194_304L);
        assertThat(new ProducerSettings(Map.of("buffer.memory", 8_000_000), LEASE).toConfigs(7))
                .containsEntry("buffer.memory", 8_000_000L);
    }

    @Test
    void aRequestHasTheTimeToBeAnswered() {
        assertThat(new ProducerSettings(Map.of("request.timeout.ms", 0), LEASE).toConfigs(7))
                .containsEntry("request.timeout.ms", 100);
    }

    /** Kafka checks how the times fit together. */
    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT2S", "PT30S", "PT1H"})
    void kafkaAcceptsThemForEachLease(Duration lease) {
        ProducerSettings settings = new ProducerSettings(HOSTILE, lease);

        assertThat(settings.maxBlock().plus(settings.deliveryTimeout())).isLessThan(lease);
        new KafkaProducer<>(settings.toConfigs(7), new StringSerializer(), new StringSerializer()).close(Duration.ZERO);
    }

    @Test
    void refusesWhatItCanNotWorkWith() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSimpleMessageProducer.from(HOSTILE, Duration.ofMillis(999)))
                .withMessageContaining("lease")
                .withMessageContaining("999ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSimpleMessageProducer.from(Map.of(), Duration.ofSeconds(30)))
                .withMessageContaining("bootstrap.servers");
        ProducerFactory<Object, Object> silent = () -> null;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSimpleMessageProducer.from(silent, Duration.ofSeconds(30)))
                .withMessageContaining("bootstrap.servers");
    }
}
