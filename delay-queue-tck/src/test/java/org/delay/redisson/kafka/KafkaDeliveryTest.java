package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.kafka.Messages.keyed;
import static org.delay.redisson.kafka.Messages.message;
import static org.delay.redisson.kafka.Messages.numbered;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Headers;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KafkaDeliveryTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(60);

    private static KafkaBroker broker;
    private static KafkaSimpleMessageProducer producer;
    private static DelayQueueMessageConsumer consumer;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.builder()
                .autoCreateTopics(false)
                .property("message.max.bytes", "300000")
                .start();
        producer = KafkaSimpleMessageProducer.from(configs(), LEASE);
        consumer = new KafkaDelayQueueMessageConsumer(producer);
    }

    @AfterAll
    static void stop() {
        producer.close();
        broker.close();
    }

    @Test
    void aRecordHasTheMessagesBodyKeyAndHeaders() throws Exception {
        broker.createTopic("record", 1);
        DelayedMessage message = new DelayedMessage(
                "record",
                "id-ä",
                "{\"a\":\"😀\"}",
                "key-ü",
                Map.of("trace", "œ", "empty", ""),
                Instant.parse("2026-01-02T03:04:05Z"),
                9,
                3);

        consumer.deliver("record", List.of(message));

        ConsumerRecord<String, String> record =
                broker.records("record", 1, SOON).get(0);
        assertThat(record.value()).isEqualTo("{\"a\":\"😀\"}");
        assertThat(record.key()).isEqualTo("key-ü");
        assertThat(headers(record))
                .isEqualTo(Map.of(
                        "trace",
                        "œ",
                        "empty",
                        "",
                        Headers.ID,
                        "id-ä",
                        Headers.DUE_TIME,
                        "2026-01-02T03:04:05.000Z",
                        Headers.PRIORITY,
                        "9",
                        Headers.ATTEMPT,
                        "3"));
        assertThat(Headers.dueTime(record.headers().lastHeader(Headers.DUE_TIME).value()))
                .isEqualTo(message.dueTime());
    }

    @Test
    void eachRecordOfABatchHasItsOwnDueTime() throws Exception {
        broker.createTopic("times", 1);
        Instant later = Messages.DUE.plusMillis(1);
        List<Instant> times = List.of(Messages.DUE, Messages.DUE, later, Messages.DUE, later);
        List<DelayedMessage> messages = IntStream.range(0, times.size())
                .mapToObj(number ->
                        new DelayedMessage("times", "id-" + number, "body", null, Map.of(), times.get(number), 4, 1))
                .toList();

        consumer.deliver("times", messages);

        assertThat(broker.records("times", times.size(), SOON).stream()
                        .map(record -> Headers.dueTime(
                                record.headers().lastHeader(Headers.DUE_TIME).value())))
                .isEqualTo(times);
    }

    @Test
    void theBrokerHasAllOfABatchWhenItReturns() throws Exception {
        broker.createTopic("confirmed", 3);

        for (int round = 1; round <= 5; round++) {
            consumer.deliver("confirmed", numbered("confirmed", consumer.batchSize()));

            assertThat(endOffsets("confirmed", 3)).isEqualTo(200L * round);
        }
    }

    @Test
    void messagesOfOneKeyKeepTheirOrder() throws Exception {
        broker.createTopic("ordered", 4);
        List<DelayedMessage> messages = IntStream.range(0, 200)
                .mapToObj(number -> keyed("ordered", "id-" + number, "key-" + number % 7, Integer.toString(number)))
                .toList();

        consumer.deliver("ordered", messages);

        Map<String, List<Integer>> numbers = broker.records("ordered", 200, SOON).stream()
                .collect(Collectors.groupingBy(
                        ConsumerRecord::key,
                        Collectors.mapping(record -> Integer.valueOf(record.value()), Collectors.toList())));
        assertThat(numbers)
                .hasSize(7)
                .allSatisfy((key, inOrder) -> assertThat(inOrder).isSorted());
    }

    @Test
    void fourWorkersDeliverEachMessageOnce() throws Exception {
        broker.createTopic("parallel", 2);
        ExecutorService workers = Executors.newFixedThreadPool(4);
        List<Future<?>> batches = new ArrayList<>();
        for (int batch = 0; batch < 100; batch++) {
            List<DelayedMessage> messages = numbered("parallel", batch * 200, 200);
            batches.add(workers.submit(() -> {
                consumer.deliver("parallel", messages);
                return null;
            }));
        }
        for (Future<?> batch : batches) {
            batch.get(1, TimeUnit.MINUTES);
        }
        workers.shutdown();

        List<String> ids = broker.records("parallel", 20_000, SOON).stream()
                .map(record -> headers(record).get(Headers.ID))
                .toList();
        assertThat(ids).hasSize(20_000);
        assertThat(new HashSet<>(ids)).hasSize(20_000);
    }

    /** With more than one request in flight some of these are refused for the whole delivery time-out (KAFKA-15591). */
    @Test
    void aNewTopicTakesItsFirstBatch() throws Exception {
        for (int number = 0; number < 10; number++) {
            String topic = "new-" + number;
            broker.createTopic(topic, 4);
            consumer.deliver(topic, numbered(topic, 200));
        }
    }

    /** The client knows the one limit, 1 MiB a request; only the broker knows the other, here 300 kB. */
    @Test
    void whatIsTooLargeIsGivenUpAndTheOthersAreConfirmed() throws Exception {
        broker.createTopic("large", 1);
        List<DelayedMessage> messages = List.of(
                message("large", "a", "body a"),
                message("large", "too large for the client", "x".repeat(1_100_000)),
                message("large", "b", "body b"),
                message("large", "too large for the broker", "x".repeat(400_000)),
                message("large", "c", "body c"));

        PartialFailure failure = catchThrowableOfType(PartialFailure.class, () -> consumer.deliver("large", messages));

        assertThat(failure.causes())
                .containsOnlyKeys("too large for the client", "too large for the broker")
                .allSatisfy((id, cause) -> assertThat(cause)
                        .isInstanceOf(PermanentFailure.class)
                        .hasMessageContaining("Too large for Kafka")
                        .hasMessageContaining("max.message.bytes of topic large")
                        .hasMessageNotContaining("xxx"));
        assertThat(broker.records("large", 3, SOON))
                .extracting(ConsumerRecord::value)
                .containsExactlyInAnyOrder("body a", "body b", "body c");
    }

    @Test
    void aNameThatKafkaDoesNotAllowIsGivenUp() {
        Throwable failure = catchThrowable(() -> consumer.deliver("..", numbered("..", 3)));

        assertThat(failure).isInstanceOf(PermanentFailure.class).hasMessageContaining("'..' is not a valid name");
    }

    @Test
    void aRecordThatTheTopicDoesNotAllowIsGivenUp() throws Exception {
        try (Admin admin = Admin.create(configs())) {
            admin.createTopics(List.of(
                            new NewTopic("compacted", 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                    .all()
                    .get();
        }

        Throwable failure =
                catchThrowable(() -> consumer.deliver("compacted", List.of(message("compacted", "a", "no key"))));

        assertThat(failure).isInstanceOf(PermanentFailure.class).hasMessageContaining("compacted");
    }

    @Test
    void aMissingTopicIsNamedAndHoldsUpOneBatchOnly() throws Exception {
        broker.createTopic("present", 1);
        List<DelayedMessage> messages = numbered("missing", 200);
        try (KafkaSimpleMessageProducer impatient = impatient(Duration.ofSeconds(12), Duration.ofHours(1))) {
            impatient.send("present", numbered("present", 1));

            // After one waiting time (2 s), not one for each message; but for a broker that was at rest for so long.
            await().atMost(SOON)
                    .until(() -> catchThrowable(() -> impatient.send("missing", messages)) instanceof UnknownTopic);
            Instant start = Instant.now();
            for (int batch = 0; batch < 100; batch++) {
                assertThat(catchThrowable(() -> impatient.send("missing", messages)))
                        .isInstanceOf(UnknownTopic.class)
                        .hasMessageContaining("'missing'")
                        .hasMessageContaining("create it");
            }

            // Not one waiting time (2 s) for each batch.
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(60));
            impatient.send("present", numbered("present", 1));
        }
    }

    /** Waits a sixth of the lease for metadata, which is less than 5 s. */
    private static KafkaSimpleMessageProducer impatient(Duration lease, Duration missingTopicPause) {
        return KafkaSimpleMessageProducer.from(configs(), lease, missingTopicPause);
    }

    @Test
    void aTopicThatWasMissingIsUsedOnceItIsThere() throws Exception {
        List<DelayedMessage> messages = numbered("late", 2);
        try (KafkaSimpleMessageProducer impatient = impatient(Duration.ofSeconds(12), Duration.ofMillis(200))) {
            assertThat(catchThrowable(() -> impatient.send("late", messages))).isInstanceOf(UnknownTopic.class);

            broker.createTopic("late", 1);

            await().atMost(SOON)
                    .ignoreExceptionsMatching(
                            failure -> failure instanceof UnknownTopic || failure instanceof DestinationUnavailable)
                    .until(() -> {
                        impatient.send("late", messages);
                        return true;
                    });
        }
        assertThat(broker.records("late", 2, SOON))
                .extracting(record -> headers(record).get(Headers.ID))
                .containsOnly("0", "1");
    }

    /** Otherwise, topics that do not exist would block a worker for seconds, again and again. A send that waited has a cause. */
    @Test
    void aTopicThatIsMissingIsLookedUpAgainInTheBackground() {
        List<DelayedMessage> messages = numbered("missing", 1);
        try (KafkaSimpleMessageProducer impatient = impatient(Duration.ofSeconds(12), Duration.ofMillis(1))) {
            assertThat(catchThrowable(() -> impatient.send("missing", messages)))
                    .hasRootCauseInstanceOf(UnknownTopicOrPartitionException.class);

            for (int i = 0; i < 20; i++) {
                assertThat(catchThrowable(() -> impatient.send("missing", messages)))
                        .isInstanceOf(UnknownTopic.class)
                        .hasNoCause();
            }
        }
    }

    /** It would end by itself after some seconds, with another exception: as where the machine was at rest. */
    @Test
    void anInterruptedDeliveryEndsAtOnce() {
        AtomicInteger topics = new AtomicInteger();
        await().atMost(SOON)
                .until(() -> outcomeOfAnInterruptedDelivery("never-created-" + topics.incrementAndGet())
                        instanceof InterruptedException);
    }

    private static Throwable outcomeOfAnInterruptedDelivery(String topic) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread worker = new Thread(() -> {
            running.countDown();
            outcome.complete(catchThrowable(() -> consumer.deliver(topic, numbered(topic, 1))));
        });
        worker.start();
        running.await();

        worker.interrupt();

        return outcome.get(1, TimeUnit.MINUTES);
    }

    @Test
    void afterClosingItWorksAgain() throws Exception {
        broker.createTopic("closed", 1);
        KafkaSimpleMessageProducer again = KafkaSimpleMessageProducer.from(configs(), LEASE);
        again.send("closed", numbered("closed", 1));
        again.close();
        again.close();
        again.warm();
        again.send("closed", numbered("closed", 1));
        again.close();

        assertThat(endOffsets("closed", 1)).isEqualTo(2);
    }

    /** For records of the application's own that are few and small. */
    @Test
    void aSmallBufferOfTheApplicationsHasRoomForOurs() throws Exception {
        broker.createTopic("small-buffer", 1);
        Map<String, Object> configs = new HashMap<>(configs());
        configs.put("buffer.memory", 32_000);
        try (KafkaSimpleMessageProducer own = KafkaSimpleMessageProducer.from(configs, LEASE)) {
            own.send("small-buffer", List.of(message("small-buffer", "large", "x".repeat(100_000))));
            own.send("small-buffer", numbered("small-buffer", 200));
        }
    }

    static Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }

    private static long endOffsets(String topic, int partitions) throws Exception {
        Set<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toSet());
        try (Admin admin = Admin.create(configs())) {
            return admin
                    .listOffsets(all.stream()
                            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                    .all()
                    .get()
                    .values()
                    .stream()
                    .mapToLong(offset -> offset.offset())
                    .sum();
        }
    }

    static Map<String, String> headers(ConsumerRecord<String, String> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> headers.put(header.key(), Headers.text(header.value())));
        return headers;
    }
}
