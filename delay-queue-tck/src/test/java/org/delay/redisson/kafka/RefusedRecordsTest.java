package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.kafka.Messages.keyed;
import static org.delay.redisson.kafka.Messages.message;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Headers;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/** A broker refuses some records of a request, or the time of all of them. */
class RefusedRecordsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(60);

    private static KafkaBroker broker;
    private static KafkaSimpleMessageProducer producer;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.builder().autoCreateTopics(false).start();
        producer = KafkaSimpleMessageProducer.from(configs(), LEASE);
    }

    @AfterAll
    static void stop() {
        producer.close();
        broker.close();
    }

    @Test
    void theNeighboursOfRecordsThatAreRefusedArrive() throws Exception {
        create("compacted", Map.of("cleanup.policy", "compact"));
        List<String> bad = List.of("0", "7", "100", "199");
        List<DelayedMessage> messages = IntStream.range(0, 200)
                .mapToObj(Integer::toString)
                .map(id -> keyed("compacted", id, bad.contains(id) ? null : "key " + id, "body"))
                .toList();

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> producer.send("compacted", messages));

        assertThat(failure.causes())
                .containsOnlyKeys(bad)
                .allSatisfy((id, cause) -> assertThat(cause).isInstanceOf(PermanentFailure.class));
        assertThat(broker.records("compacted", 196, SOON))
                .extracting(RefusedRecordsTest::id)
                .hasSize(196)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(bad);
    }

    /** What {@link KafkaErrors} recognizes by its text. Another version of the client may choose others. */
    @Test
    void theClientSaysOfANeighbourWhatWeRecognize() throws Exception {
        create("words", Map.of("cleanup.policy", "compact"));
        Map<String, Object> lingering = new HashMap<>(configs());
        // They go in one request, however long it takes to hand them over.
        lingering.put("linger.ms", 60_000);
        try (KafkaProducer<String, String> kafkas =
                new KafkaProducer<>(lingering, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (String key : new String[] {"good", null, null}) {
                sent.add(kafkas.send(new ProducerRecord<>("words", key, "body")));
            }
            kafkas.flush();

            Throwable neighbour = catchThrowable(() -> sent.get(0).get()).getCause();

            assertThat(neighbour).isExactlyInstanceOf(KafkaException.class);
            assertThat(KafkaErrors.isRejectedWithOthers((Exception) neighbour)).isTrue();
            assertThat(catchThrowable(() -> sent.get(1).get())).isInstanceOf(ExecutionException.class);
        }
    }

    @Test
    void aRecordHasTheTimeOfItsClaim() throws Exception {
        broker.createTopic("claim-time", 1);
        DelayedMessage message = claimedAt("claim-time", "id", Instant.parse("2026-05-06T07:08:09.123Z"));

        producer.send("claim-time", List.of(message));

        assertThat(broker.records("claim-time", 1, SOON).get(0).timestamp())
                .isEqualTo(message.claimTime().toEpochMilli());
    }

    @Test
    void anotherTimeIsTakenWhereTheApplicationSaysSo() throws Exception {
        broker.createTopic("due-time", 1);
        DefaultKafkaProducerFactory<String, String> source = new DefaultKafkaProducerFactory<>(configs());
        DelayedMessage message = claimedAt("due-time", "id", Instant.parse("2026-05-06T07:08:09.123Z"));

        try (KafkaSimpleMessageProducer own =
                KafkaSimpleMessageProducer.from(source, LEASE, RecordTimestamp.DUE_TIME)) {
            own.send("due-time", List.of(message));
        }

        assertThat(broker.records("due-time", 1, SOON).get(0).timestamp())
                .isEqualTo(message.dueTime().toEpochMilli());
    }

    /** One record gets an exception of its own class, several get one that speaks of an invalid record. */
    @Test
    void aTimeThatKafkaRefusesIsNotTheMessagesFault() {
        broker.createTopic("fast", 1);
        Instant fast = Instant.now().plus(2, ChronoUnit.HOURS);
        List<DelayedMessage> messages = IntStream.range(0, 20)
                .mapToObj(number -> claimedAt("fast", Integer.toString(number), fast))
                .toList();

        Throwable one = catchThrowable(() -> producer.send("fast", messages.subList(0, 1)));
        Throwable several = catchThrowable(() -> producer.send("fast", messages));

        assertThat(List.of(one, several))
                .allSatisfy(thrown -> assertThat(thrown)
                        .hasMessageContaining("compare the clocks of Redis and Kafka")
                        .isInstanceOfSatisfying(DestinationUnavailable.class, failure -> {
                            assertThat(failure.mayStillArrive()).isFalse();
                            assertThat(failure.isOfTopicOnly()).isTrue();
                        }));
    }

    private static DelayedMessage claimedAt(String topic, String id, Instant claimTime) {
        return new DelayedMessage(topic, id, "body", "key", Map.of(), Messages.DUE, 4, 1, claimTime);
    }

    /** As the client splits batches, each record but one shares a part with others, and it tries them until its time is over. */
    @Test
    void recordsThatAreTooLargeForTheirTopicAreRefusedAlsoTogether() throws Exception {
        create("tiny", Map.of("max.message.bytes", "1000"));
        List<DelayedMessage> messages = IntStream.range(0, 5)
                .mapToObj(number -> message("tiny", Integer.toString(number), "x".repeat(2_000)))
                .toList();

        // The first time tells that the topic is narrow.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(
                                catchThrowableOfType(PartialFailure.class, () -> producer.send("tiny", messages))
                                        .causes()
                                        .values())
                        .hasSize(5)
                        .allSatisfy(failure -> assertThat(failure)
                                .isInstanceOf(PermanentFailure.class)
                                .hasRootCauseInstanceOf(RecordTooLargeException.class)));
    }

    private static void create(String topic, Map<String, String> topicConfigs) throws Exception {
        try (Admin admin = Admin.create(configs())) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(topicConfigs)))
                    .all()
                    .get();
        }
    }

    private static String id(ConsumerRecord<String, String> record) {
        return Headers.text(record.headers().lastHeader(Headers.ID).value());
    }

    private static Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }
}
