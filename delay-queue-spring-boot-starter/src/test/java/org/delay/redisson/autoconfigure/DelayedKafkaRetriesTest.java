package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.retrytopic.RetryTopicHeaders;
import org.springframework.kafka.support.KafkaHeaders;

/** Records whose listener fails wait in the delay queue, and come back. */
@ExtendWith(OutputCaptureExtension.class)
class DelayedKafkaRetriesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Each test has its own. */
    private final String topic = "payments-" + UUID.randomUUID();

    private final String group = "billing-" + UUID.randomUUID();
    private final String retryTopic = DelayedRetryRecoverer.retryTopic(topic, group);
    private final String delayTopic = DelayedRetryRecoverer.delayTopic(topic, group);

    private static RedisServer redis;
    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        broker = KafkaBroker.builder().start();
    }

    @AfterAll
    static void stop() {
        broker.close();
        redis.close();
    }

    /** Nothing is due by itself: tests say when. */
    private ApplicationContextRunner application() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueKafkaRetryAutoConfiguration.class, KafkaAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.consumer.group-id=" + group,
                        "receiver.topic=" + topic,
                        "delay.redisson.kafka.retry.enabled=true",
                        "delay.redisson.kafka.retry.delay=1h",
                        "delay.redisson.kafka.retry.max-delay=2d",
                        "delay.redisson.kafka.retry.max-attempts=4")
                .withUserConfiguration(Receiver.class);
    }

    private RecordMetadata send(ApplicationContext context, String value) throws Exception {
        ProducerRecord<Object, Object> record = new ProducerRecord<>(topic, "key", value);
        record.headers().add("delay-id", org.delay.redisson.Headers.bytes("own"));
        return template(context).send(record).get(60, TimeUnit.SECONDS).getRecordMetadata();
    }

    @SuppressWarnings("unchecked")
    private static KafkaTemplate<Object, Object> template(ApplicationContext context) {
        return (KafkaTemplate<Object, Object>) context.getBean(KafkaTemplate.class);
    }

    private static String id(RecordMetadata sent, int attempt) {
        return sent.partition() + "-" + sent.offset() + "-" + sent.timestamp() + "-" + attempt;
    }

    /** Lets the next attempt be due. */
    private void deliver(ApplicationContext context, RecordMetadata sent, int attempt) {
        DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
        String id = id(sent, attempt);
        await().atMost(LONG).until(() -> queue.find(delayTopic, id).isPresent());
        assertThat(queue.reschedule(delayTopic, id, Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);
    }

    @Test
    void aRecordComesBackUntilItsListenerSucceedsWhileItsPartitionGoesOn() {
        application().run(context -> {
            Receiver receiver = context.getBean(Receiver.class);
            RecordMetadata sent = send(context, "fail 3 times");
            send(context, "next");

            ConsumerRecord<String, String> first = receiver.next();
            assertThat(first.topic()).isEqualTo(topic);
            assertThat(receiver.next().value()).isEqualTo("next");
            for (int attempt = 2; attempt <= 4; attempt++) {
                deliver(context, sent, attempt);
                ConsumerRecord<String, String> again = receiver.next();
                assertThat(again.topic()).isEqualTo(retryTopic);
                assertThat(again.key()).isEqualTo("key");
                assertThat(again.value()).isEqualTo("fail 3 times");
                assertThatItIsTheSame(again.headers(), sent, attempt);
            }

            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(LONG)
                    .until(() -> queue.counts(delayTopic).due() == 0
                            && queue.counts(delayTopic).leased() == 0);
            assertThat(receiver.attempts).isEmpty();
            assertThat(receiver.dead).isEmpty();
        });
    }

    private void assertThatItIsTheSame(Headers headers, RecordMetadata sent, int attempt) {
        assertThat(text(headers, KafkaHeaders.ORIGINAL_TOPIC)).isEqualTo(topic);
        assertThat(bytes(headers, KafkaHeaders.ORIGINAL_PARTITION).getInt()).isEqualTo(sent.partition());
        assertThat(bytes(headers, KafkaHeaders.ORIGINAL_OFFSET).getLong()).isEqualTo(sent.offset());
        assertThat(bytes(headers, KafkaHeaders.ORIGINAL_TIMESTAMP).getLong()).isEqualTo(sent.timestamp());
        assertThat(text(headers, KafkaHeaders.ORIGINAL_TIMESTAMP_TYPE)).isEqualTo("CreateTime");
        assertThat(text(headers, KafkaHeaders.ORIGINAL_CONSUMER_GROUP)).isEqualTo(group);
        assertThat(bytes(headers, RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS).getInt())
                .isEqualTo(attempt);
        assertThat(text(headers, KafkaHeaders.EXCEPTION_CAUSE_FQCN)).isEqualTo(IllegalStateException.class.getName());
        assertThat(text(headers, KafkaHeaders.EXCEPTION_MESSAGE)).isNotBlank();
        assertThat(headers.lastHeader(KafkaHeaders.EXCEPTION_STACKTRACE)).isNull();
        assertThat(headers.headers("delay-id"))
                .extracting(header -> org.delay.redisson.Headers.text(header.value()))
                .containsExactly("own");
        assertThat(headers.headers(KafkaHeaders.ORIGINAL_OFFSET)).hasSize(1);
    }

    @Test
    void afterTheLastAttemptItIsTheDeadLetterThatSpringWouldSend() {
        application()
                .withPropertyValues("delay.redisson.kafka.retry.max-attempts=2")
                .run(context -> {
                    Receiver receiver = context.getBean(Receiver.class);
                    RecordMetadata sent = send(context, "fail 9 times");
                    receiver.next();
                    deliver(context, sent, 2);
                    receiver.next();

                    Headers headers = receiver.nextDead().headers();
                    assertThat(text(headers, KafkaHeaders.DLT_ORIGINAL_TOPIC)).isEqualTo(topic);
                    assertThat(bytes(headers, KafkaHeaders.DLT_ORIGINAL_OFFSET).getLong())
                            .isEqualTo(sent.offset());
                    assertThat(bytes(headers, KafkaHeaders.DLT_ORIGINAL_TIMESTAMP)
                                    .getLong())
                            .isEqualTo(sent.timestamp());
                    assertThat(text(headers, KafkaHeaders.DLT_EXCEPTION_STACKTRACE))
                            .contains("IllegalStateException");
                    assertThat(headers.toArray())
                            .extracting(header -> header.key())
                            .doesNotContain(KafkaHeaders.ORIGINAL_TOPIC, RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS)
                            .contains("delay-id");
                });
    }

    @Test
    void aRecordOfATransactionComesBackToo() {
        application()
                .withPropertyValues(
                        "spring.kafka.producer.transaction-id-prefix=" + group,
                        "spring.kafka.consumer.isolation-level=read-committed")
                .run(context -> {
                    Receiver receiver = context.getBean(Receiver.class);
                    RecordMetadata sent = template(context)
                            .executeInTransaction(operations -> operations.send(topic, "key", "fail 1 times"))
                            .get(60, TimeUnit.SECONDS)
                            .getRecordMetadata();
                    receiver.next();

                    deliver(context, sent, 2);
                    assertThat(receiver.next().topic()).isEqualTo(retryTopic);
                    template(context).executeInTransaction(operations -> operations.send(topic, "key", "next"));
                    assertThat(receiver.next().value()).isEqualTo("next");
                    assertThat(receiver.dead).isEmpty();
                });
    }

    @Test
    void whatAListenerSentBeforeItFailedIsRolledBack() {
        inTransactions().withUserConfiguration(Forwarder.class).run(context -> {
            RecordMetadata sent = template(context)
                    .executeInTransaction(operations -> operations.send(topic + "-in", "key", "text"))
                    .get(60, TimeUnit.SECONDS)
                    .getRecordMetadata();
            String delayed = DelayedRetryRecoverer.delayTopic(topic + "-in", group);
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(LONG).until(() -> queue.find(delayed, id(sent, 2)).isPresent());
            assertThat(queue.reschedule(delayed, id(sent, 2), Duration.ZERO)).isEqualTo(RescheduleResult.RESCHEDULED);

            BlockingQueue<String> forwarded = context.getBean(Forwarder.class).forwarded;
            assertThat(forwarded.poll(60, TimeUnit.SECONDS)).isEqualTo("attempt 2");
            assertThat(forwarded).isEmpty();
        });
    }

    /** The transaction of a batch is rolled back as a whole. */
    @Test
    void noRecordOfABatchInATransactionIsLost() {
        inTransactions()
                .withPropertyValues("delay.redisson.kafka.retry.delay=10ms")
                .withUserConfiguration(BatchReceiver.class)
                .run(context -> {
                    template(context).executeInTransaction(operations -> {
                        for (String value : List.of("first", "fails", "last")) {
                            var unused = operations.send(topic + "-batch", value);
                        }
                        return null;
                    });
                    BatchReceiver receiver = context.getBean(BatchReceiver.class);
                    await().atMost(LONG).until(() -> receiver.values.containsAll(List.of("first", "fails", "last")));
                });
    }

    private ApplicationContextRunner inTransactions() {
        return application()
                .withPropertyValues(
                        "spring.kafka.producer.transaction-id-prefix=" + group,
                        "spring.kafka.consumer.isolation-level=read-committed");
    }

    /** Without seeks, spring-kafka commits records of other listeners that it has not handled yet. */
    @Test
    void onlySynchronousListenersOfSingleRecordsGoOnWithoutASeek() {
        application()
                .withUserConfiguration(BatchReceiver.class, Asynchronous.class)
                .run(context -> {
                    KafkaListenerEndpointRegistry registry = context.getBean(KafkaListenerEndpointRegistry.class);
                    Map<String, Boolean> seeks = new HashMap<>();
                    for (String id : List.of("receiver", "batch", "asynchronous")) {
                        var container = (AbstractMessageListenerContainer<?, ?>) registry.getListenerContainer(id);
                        seeks.put(id, container.getCommonErrorHandler().seeksAfterHandling());
                    }
                    assertThat(seeks).isEqualTo(Map.of("receiver", false, "batch", true, "asynchronous", true));
                });
    }

    /** Spring asks for what fits a container to its listener while it makes the listener's bean. */
    @Test
    void aListenersConfigurationMayDeclareWhereDeadLettersGo() {
        for (String ordered : List.of("", topic + "-own")) {
            application()
                    .withUserConfiguration(OwnDeadLetters.class)
                    .withPropertyValues("delay.redisson.kafka.retry.ordered-topics=" + ordered)
                    .run(context ->
                            assertThat(context).hasNotFailed().hasSingleBean(DeadLetterPublishingRecoverer.class));
        }
    }

    @Test
    void aCommitThatFailsIsNoFailureOfTheListener() {
        application().run(context -> {
            DelayedRetryRecoverer recoverer = context.getBean(DelayedRetryRecoverer.class);
            ConsumerRecord<String, String> record = new ConsumerRecord<>(topic, 0, 0, "key", "text");

            assertThatThrownBy(() -> recoverer.accept(record, null, new CommitFailedException()))
                    .isInstanceOf(CommitFailedException.class);
            assertThat(context.getBean(DelayQueueMessage.class)
                            .counts(delayTopic)
                            .due())
                    .isZero();
        });
    }

    @Test
    void theRecordOfABatchThatIsNamedComesBack() {
        application()
                .withPropertyValues("delay.redisson.kafka.retry.delay=10ms")
                .withUserConfiguration(BatchReceiver.class)
                .run(context -> {
                    for (String value : List.of("first", "fails", "last")) {
                        var unused = template(context).send(topic + "-batch", value);
                    }
                    BatchReceiver receiver = context.getBean(BatchReceiver.class);
                    await().atMost(LONG).until(() -> receiver.handled.containsAll(List.of("first", "last", "again")));
                });
    }

    @Test
    void aListenerWithoutTheErrorHandlerIsNamed(CapturedOutput output) {
        application()
                .withUserConfiguration(OwnFactory.class)
                .run(context -> assertThat(output)
                        .contains("Failed records of @KafkaListener 'receiver' are not retried later"));
    }

    @Test
    void aPermanentFailureIsADeadLetterAtOnce() {
        application().run(context -> {
            send(context, "never");

            assertThat(context.getBean(Receiver.class).nextDead().value()).isEqualTo("never");
            assertThat(context.getBean(DelayQueueMessage.class)
                            .counts(delayTopic)
                            .due())
                    .isZero();
        });
    }

    @Test
    void whatIsTooLargeForTheQueueIsADeadLetterAtOnce(CapturedOutput output) {
        application().withPropertyValues("delay.redisson.limits.body-size=100B").run(context -> {
            send(context, "fail 9 times");

            assertThat(context.getBean(Receiver.class).nextDead().value()).isEqualTo("fail 9 times");
            assertThat(output)
                    .contains("A record of topic " + topic + " can't be retried, and is a dead letter at once");
        });
    }

    /** As if the process had died after the record was stored, and before its offset was committed. */
    @Test
    void aRecordThatFailsAgainUncommittedIsStoredOnce() throws Exception {
        RecordMetadata[] sent = new RecordMetadata[1];
        application().run(context -> {
            sent[0] = send(context, "fail 1 times");
            context.getBean(Receiver.class).next();
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            await().atMost(LONG)
                    .until(() -> queue.find(delayTopic, id(sent[0], 2)).isPresent());
        });
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            await().atMost(LONG).ignoreExceptions().until(() -> {
                admin.alterConsumerGroupOffsets(
                                group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(sent[0].offset())))
                        .all()
                        .get(60, TimeUnit.SECONDS);
                return true;
            });
        }
        application().run(context -> {
            Receiver receiver = context.getBean(Receiver.class);
            assertThat(receiver.next().offset()).isEqualTo(sent[0].offset());
            send(context, "next");
            assertThat(receiver.next().value()).isEqualTo("next");

            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            assertThat(queue.counts(delayTopic).due()).isEqualTo(1);
            deliver(context, sent[0], 2);
            assertThat(receiver.next().topic()).isEqualTo(retryTopic);
            await().atMost(LONG)
                    .until(() -> queue.find(delayTopic, id(sent[0], 2))
                            .filter(message -> message.state() != State.DEAD)
                            .isEmpty());
            assertThat(receiver.attempts).isEmpty();
        });
    }

    @Test
    void itIsOffUnlessItIsAskedFor() {
        application()
                .withPropertyValues("delay.redisson.kafka.retry.enabled=false")
                .run(context -> {
                    assertThat(context)
                            .doesNotHaveBean(DelayedRetryRecoverer.class)
                            .doesNotHaveBean(CommonErrorHandler.class);
                    assertThat(context.getBean(KafkaListenerEndpointRegistry.class)
                                    .getListenerContainer("receiver")
                                    .getContainerProperties()
                                    .getTopics())
                            .containsExactly(topic);
                });
    }

    @Test
    void anErrorHandlerOfTheApplicationStays() {
        application().withUserConfiguration(OwnHandler.class).run(context -> {
            assertThat(context).hasSingleBean(CommonErrorHandler.class).hasBean("own");
            assertThat(context).hasSingleBean(DelayedRetryRecoverer.class);
        });
    }

    @Test
    void settingsAreChecked() {
        application()
                .withPropertyValues("delay.redisson.kafka.retry.multiplier=0.5")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("must be 1 to 1000, but is 0.5"));
    }

    @Test
    void aGroupThatIsNoPartOfATopicsNameDoesNotStart() {
        application()
                .withPropertyValues("spring.kafka.consumer.group-id=our group")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(IllegalArgumentException.class));
    }

    private static String text(Headers headers, String name) {
        return org.delay.redisson.Headers.text(headers.lastHeader(name).value());
    }

    private static ByteBuffer bytes(Headers headers, String name) {
        return ByteBuffer.wrap(headers.lastHeader(name).value());
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnHandler {

        @Bean
        DefaultErrorHandler own(DelayedRetryRecoverer recoverer) {
            return new DefaultErrorHandler(recoverer);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BatchReceiver {

        private final Queue<String> handled = new ConcurrentLinkedQueue<>();
        private final Set<String> values = ConcurrentHashMap.newKeySet();

        @KafkaListener(id = "batch", idIsGroup = false, topics = "${receiver.topic}-batch", batch = "true")
        void on(List<ConsumerRecord<String, String>> records) {
            for (ConsumerRecord<String, String> record : records) {
                boolean isFirst = record.headers().lastHeader(RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS) == null;
                if (record.value().equals("fails") && isFirst) {
                    throw new BatchListenerFailedException("The bank does not answer", record);
                }
                handled.add(isFirst ? record.value() : "again");
                values.add(record.value());
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnDeadLetters {

        @KafkaListener(topics = "${receiver.topic}-own")
        void on(String value) {}

        @Bean
        DeadLetterPublishingRecoverer deadLetters(KafkaTemplate<Object, Object> template) {
            return new DeadLetterPublishingRecoverer(template);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Asynchronous {

        @KafkaListener(id = "asynchronous", idIsGroup = false, topics = "${receiver.topic}-asynchronous")
        CompletableFuture<Void> on(String value) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Sends each record on, and fails once after that. */
    @Configuration(proxyBeanMethods = false)
    static class Forwarder {

        private final BlockingQueue<String> forwarded = new LinkedBlockingQueue<>();

        @Autowired
        private KafkaTemplate<Object, Object> template;

        @Value("${receiver.topic}")
        private String topic;

        @KafkaListener(topics = "${receiver.topic}-in")
        void on(ConsumerRecord<String, String> record) {
            boolean isFirst = record.headers().lastHeader(RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS) == null;
            var unused = template.send(topic + "-out", isFirst ? "attempt 1" : "attempt 2");
            if (isFirst) {
                throw new IllegalStateException("The bank does not answer");
            }
        }

        @KafkaListener(topics = "${receiver.topic}-out")
        void onForwarded(String value) {
            forwarded.add(value);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactory {

        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> kafkaListenerContainerFactory(
                ConsumerFactory<Object, Object> consumers) {
            var factory = new ConcurrentKafkaListenerContainerFactory<Object, Object>();
            factory.setConsumerFactory(consumers);
            return factory;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Receiver {

        private final BlockingQueue<ConsumerRecord<String, String>> attempts = new LinkedBlockingQueue<>();
        private final BlockingQueue<ConsumerRecord<String, String>> dead = new LinkedBlockingQueue<>();

        /** Fails as often as the record says. */
        @KafkaListener(id = "receiver", idIsGroup = false, topics = "${receiver.topic}")
        void on(ConsumerRecord<String, String> record) {
            if (record.value().equals("never")) {
                throw new PermanentFailure("Never");
            }
            attempts.add(record);
            var attempt = record.headers().lastHeader(RetryTopicHeaders.DEFAULT_HEADER_ATTEMPTS);
            int number = attempt == null ? 1 : ByteBuffer.wrap(attempt.value()).getInt();
            if (record.value().startsWith("fail")
                    && number <= Integer.parseInt(record.value().replaceAll("\\D", ""))) {
                throw new IllegalStateException("The bank does not answer");
            }
        }

        @KafkaListener(topics = "${receiver.topic}-dlt", groupId = "${spring.kafka.consumer.group-id}-dead")
        void onDead(ConsumerRecord<String, String> record) {
            dead.add(record);
        }

        ConsumerRecord<String, String> next() throws InterruptedException {
            return next(attempts);
        }

        ConsumerRecord<String, String> nextDead() throws InterruptedException {
            return next(dead);
        }

        private static ConsumerRecord<String, String> next(BlockingQueue<ConsumerRecord<String, String>> records)
                throws InterruptedException {
            ConsumerRecord<String, String> record = records.poll(60, TimeUnit.SECONDS);
            assertThat(record).as("a record within a minute").isNotNull();
            return record;
        }
    }
}
