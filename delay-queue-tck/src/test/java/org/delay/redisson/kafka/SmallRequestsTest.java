package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.kafka.Messages.message;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics take less in one request than the client sends. */
class SmallRequestsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private static Proxy proxy;
    private static KafkaBroker broker;

    private final KafkaSimpleMessageProducer producer = KafkaSimpleMessageProducer.from(configs(), LEASE);

    @BeforeAll
    static void start() {
        proxy = Proxy.toNobody();
        broker = KafkaBroker.builder()
                .autoCreateTopics(false)
                .property(
                        "advertised.listeners", "CLIENT://127.0.0.1:%d,EXTERNAL://127.0.0.1:1".formatted(proxy.port()))
                .start();
        String address = broker.bootstrapServers();
        proxy.leadTo(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    }

    @AfterAll
    static void stop() {
        broker.close();
        proxy.close();
    }

    @AfterEach
    void close() {
        proxy.passOn();
        producer.close();
    }

    /** The client splits a batch that is too large into parts that are as large as its batches may be. */
    @Test
    void aTopicThatTakesSmallRequestsOnlyGetsItsMessages() throws Exception {
        create("narrow", Map.of("max.message.bytes", "17000"));

        assertThat(catchThrowable(() -> producer.send("narrow", messages("narrow", 200))))
                .isNull();

        assertThat(broker.records("narrow", 200, SOON)).hasSize(200);
    }

    @Test
    void aTopicThatTakesSmallerRequestsThanTheClientSendsGetsItsMessages() throws Exception {
        create("thin", Map.of("max.message.bytes", "1000"));

        awaitSent("thin", 50);

        assertThat(broker.records("thin", 50, SOON)).hasSizeGreaterThanOrEqualTo(50);
    }

    /** The client splits as often as the broker responds, which is seldom here. */
    @Test
    void alsoWhereTheBrokerIsFarAway() throws Exception {
        create("far", Map.of("max.message.bytes", "1000"));
        proxy.slow(Duration.ofMillis(1), UNLIMITED);

        awaitSent("far", 50);

        assertThat(broker.records("far", 50, SOON)).hasSizeGreaterThanOrEqualTo(50);
    }

    /** The first time tells that the topic takes small requests only. */
    private void awaitSent(String topic, int count) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(catchThrowable(() -> producer.send(topic, messages(topic, count))))
                        .isNull());
    }

    private static List<DelayedMessage> messages(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> message(topic, Integer.toString(number), "x".repeat(300)))
                .toList();
    }

    private static void create(String topic, Map<String, String> topicConfigs) throws Exception {
        try (Admin admin = Admin.create(configs())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(topicConfigs)))
                    .all()
                    .get();
        }
    }

    private static Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }
}
