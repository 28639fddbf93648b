package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.kafka.DelayingKafkaTemplate;
import org.delay.redisson.kafka.RecordDelay;
import org.delay.redisson.startup.CannotStartException;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.requestreply.ReplyingKafkaTemplate;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.kafka.support.SendResult;
import org.springframework.messaging.support.MessageBuilder;

/** Records that the application's own template sends later. */
class DelayingKafkaTemplateTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Each test has one of its own. */
    private final String topic = "offers-" + UUID.randomUUID();

    private static RedisServer redis;
    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        broker = KafkaBroker.builder().topics("other").start();
    }

    @AfterAll
    static void stop() {
        broker.close();
        redis.close();
    }

    private ApplicationContextRunner application() {
        return Runners.on(redis)
                .withConfiguration(AutoConfigurations.of(
                        DelayQueueKafkaTemplateAutoConfiguration.class, KafkaAutoConfiguration.class))
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "spring.kafka.producer.key-serializer=org.apache.kafka.common.serialization.ByteArraySerializer",
                        "spring.kafka.producer.value-serializer=org.apache.kafka.common.serialization.ByteArraySerializer",
                        "spring.kafka.consumer.key-deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer",
                        "spring.kafka.consumer.value-deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer",
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.consumer.group-id=" + UUID.randomUUID(),
                        "receiver.topic=" + topic,
                        "delay.redisson.kafka.intercept=true")
                .withUserConfiguration(Receiver.class);
    }

    @SuppressWarnings("unchecked")
    private static KafkaTemplate<byte[], byte[]> template(ApplicationContext context) {
        return (KafkaTemplate<byte[], byte[]>) context.getBean(KafkaTemplate.class);
    }

    private static byte[] binary(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void aRecordArrivesByteForByteWhenItIsDue() {
        application().run(context -> {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, binary(7), binary(300));
            record.headers().add("h", binary(3)).add("h", null).add("empty", new byte[0]);

            SendResult<byte[], byte[]> sent = template(context)
                    .send(RecordDelay.withId(RecordDelay.by(record, Duration.ofMillis(300)), "offer-1"))
                    .get(60, TimeUnit.SECONDS);

            assertThat(sent.getRecordMetadata().hasOffset()).isFalse();
            assertThat(sent.getRecordMetadata().topic()).isEqualTo(topic);
            Instant dueTime = Instant.ofEpochMilli(sent.getRecordMetadata().timestamp());
            Arrival arrival = context.getBean(Receiver.class).next();
            assertThat(arrival.at()).isAfterOrEqualTo(dueTime);
            assertThat(arrival.record().key()).isEqualTo(binary(7));
            assertThat(arrival.record().value()).isEqualTo(binary(300));
            var headers = arrival.record().headers();
            assertThat(headers.headers("h"))
                    .extracting(header -> header.value())
                    .containsExactly(binary(3), null);
            assertThat(headers.lastHeader("empty").value()).isEmpty();
            assertThat(headers.lastHeader(RecordDelay.DELAY)).isNull();
            assertThat(Headers.text(headers.lastHeader(Headers.ID).value())).isEqualTo("offer-1");
        });
    }

    @Test
    void withoutTheHeaderItGoesStraightToKafka() {
        application().run(context -> {
            SendResult<byte[], byte[]> sent = template(context)
                    .send(topic, null, "now".getBytes(StandardCharsets.UTF_8))
                    .get(60, TimeUnit.SECONDS);

            assertThat(sent.getRecordMetadata().hasOffset()).isTrue();
            assertThat(context.getBean(Receiver.class).next().record().headers())
                    .isEmpty();
        });
    }

    @Test
    void tombstonesPartitionsAndTimestampsArriveAsTheyWere() {
        application().run(context -> {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(topic, 0, 1_700_000_000_000L, binary(2), null, List.of());
            template(context)
                    .send(RecordDelay.until(record, Instant.now().plusMillis(200)))
                    .get(60, TimeUnit.SECONDS);

            ConsumerRecord<byte[], byte[]> got =
                    context.getBean(Receiver.class).next().record();
            assertThat(got.value()).isNull();
            assertThat(got.timestamp()).isEqualTo(1_700_000_000_000L);
        });
    }

    /** A listener sends on a record with all headers that it got. */
    @Test
    void theHeadersOfADeliveryAreNoDelay() {
        application().run(context -> {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, binary(1));
            record.headers().add(Headers.ATTEMPT, Headers.bytes("1"));
            record.headers().add(RecordDelay.DUE_TIME, Headers.bytes("2026-01-31T12:00:00Z"));
            SendResult<byte[], byte[]> sent = template(context).send(record).get(60, TimeUnit.SECONDS);

            assertThat(sent.getRecordMetadata().hasOffset()).isTrue();
            assertThat(context.getBean(Receiver.class).next()).isNotNull();
        });
    }

    @Test
    void aMessageWithTheHeaderIsDelayedToo() {
        application().run(context -> {
            template(context)
                    .send(MessageBuilder.withPayload(binary(5))
                            .setHeader(KafkaHeaders.TOPIC, topic)
                            .setHeader(RecordDelay.DELAY, "200")
                            .build())
                    .get(60, TimeUnit.SECONDS);

            ConsumerRecord<byte[], byte[]> got =
                    context.getBean(Receiver.class).next().record();
            assertThat(got.value()).isEqualTo(binary(5));
            assertThat(got.headers().lastHeader(Headers.ID)).isNotNull();
        });
    }

    @Test
    void itCanBeCancelledByItsId() {
        application().run(context -> {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, binary(5));
            template(context)
                    .send(RecordDelay.withId(RecordDelay.by(record, Duration.ofHours(1)), "gone"))
                    .get(60, TimeUnit.SECONDS);

            assertThat(context.getBean(DelayQueueMessageProducer.class)
                            .cancel(DelayingKafkaTemplate.delayTopic(topic), "gone"))
                    .isEqualTo(CancelResult.CANCELLED);
        });
    }

    @Test
    void aFlushWaitsUntilRecordsAreStored() {
        application().run(context -> {
            KafkaTemplate<byte[], byte[]> template = template(context);
            redis.pause();
            var sent = template.send(RecordDelay.by(new ProducerRecord<>(topic, binary(1)), Duration.ofHours(1)));
            CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(redis::resume);

            template.flush();

            assertThat(sent).isCompleted();
        });
    }

    @Test
    void whatCannotBeReadIsNamed() {
        application().run(context -> {
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, null, binary(5));
            record.headers().add(RecordDelay.DELAY, "soon".getBytes(StandardCharsets.UTF_8));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> template(context).send(record))
                    .withMessage("header 'delay-ms' must be a whole number of milliseconds as text, but is 'soon';"
                            + " the record was not sent");
        });
    }

    /** Kafka's client waits for the partition, as it does while Kafka is down. */
    @Test
    void aPartitionThatIsNotThereStopsNoOtherRecord() {
        application()
                .withPropertyValues("delay.redisson.lease=6s", "delay.redisson.retry.max-attempts=1")
                .run(context -> {
                    Receiver receiver = context.getBean(Receiver.class);
                    sendLater(context, new ProducerRecord<>(topic, null, binary(1)));
                    receiver.next();

                    var missing = new ProducerRecord<byte[], byte[]>(topic, 7, null, binary(2));
                    sendLater(context, RecordDelay.withId(missing, "missing"));

                    DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
                    String delayTopic = DelayingKafkaTemplate.delayTopic(topic);
                    await().until(() -> queue.counts(delayTopic).dead() == 1);
                    assertThat(queue.find(delayTopic, "missing").orElseThrow().error())
                            .contains("names a partition that topic '" + topic + "' does not have");
                    sendLater(context, new ProducerRecord<>(topic, null, binary(3)));
                    assertThat(receiver.next().record().value()).isEqualTo(binary(3));
                });
    }

    private static void sendLater(ApplicationContext context, ProducerRecord<byte[], byte[]> record) throws Exception {
        var unused = template(context)
                .send(RecordDelay.by(record, Duration.ofMillis(10)))
                .get(60, TimeUnit.SECONDS);
    }

    /** The id of the delivery would make the second record replace the first. */
    @Test
    void recordsThatAreMadeFromOneDeliveryAllArrive() {
        application().run(context -> {
            Receiver receiver = context.getBean(Receiver.class);
            sendLater(context, new ProducerRecord<>(topic, null, binary(1)));
            var headers = receiver.next().record().headers();

            sendLater(context, new ProducerRecord<>(topic, null, null, null, binary(2), headers));
            headers.add(RecordDelay.DELAY, "10".getBytes(StandardCharsets.UTF_8));
            var unused = template(context)
                    .send(new ProducerRecord<>(topic, null, null, null, binary(3), headers))
                    .get(60, TimeUnit.SECONDS);

            var arrivals = List.of(receiver.next().record(), receiver.next().record());
            assertThat(arrivals).extracting(record -> record.value()).containsExactlyInAnyOrder(binary(2), binary(3));
            assertThat(arrivals)
                    .allSatisfy(record -> assertThat(record.headers().headers(Headers.ATTEMPT))
                            .hasSize(1));
        });
    }

    @Test
    void theTemplatesInterceptorSeesADelayedRecord() {
        application().run(context -> {
            ProducerInterceptor<byte[], byte[]> interceptor = new ProducerInterceptor<>() {
                @Override
                public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
                    return new ProducerRecord<>(record.topic(), record.key(), binary(9));
                }

                @Override
                public void onAcknowledgement(RecordMetadata metadata, Exception exception) {}

                @Override
                public void close() {}

                @Override
                public void configure(Map<String, ?> configs) {}
            };
            template(context).setProducerInterceptor(interceptor);

            sendLater(context, new ProducerRecord<>(topic, null, binary(1)));

            var arrived = context.getBean(Receiver.class).next().record();
            assertThat(arrived.value()).isEqualTo(binary(9));
            assertThat(arrived.headers().lastHeader(Headers.ID)).isNotNull();
        });
    }

    @Test
    void aBodyThatIsNoEnvelopeBecomesADeadLetterAtOnce() {
        application().run(context -> {
            DelayQueueMessage queue = context.getBean(DelayQueueMessage.class);
            String delayTopic = DelayingKafkaTemplate.delayTopic("other");
            context.getBean(DelayQueueMessageProducer.class)
                    .sendMessage(OutgoingMessage.to(delayTopic)
                            .id("broken")
                            .body(Map.of("a", 1))
                            .delay(Duration.ZERO)
                            .build());

            await().atMost(LONG)
                    .until(() -> queue.find(delayTopic, "broken")
                            .filter(stored -> stored.state() == State.DEAD)
                            .isPresent());
            assertThat(queue.find(delayTopic, "broken").orElseThrow().error()).contains("envelope of format 1");
        });
    }

    @Test
    void bootsOwnTemplateStaysUnlessItIsAskedFor() {
        application()
                .withPropertyValues("delay.redisson.kafka.intercept=false")
                .run(context ->
                        assertThat(context.getBean(KafkaTemplate.class)).isNotInstanceOf(DelayingKafkaTemplate.class));
    }

    @Test
    void aKafkaTransactionThatAbortsKeepsADelayedRecordOnly() {
        application()
                .withPropertyValues(
                        "spring.kafka.producer.transaction-id-prefix=offers-" + UUID.randomUUID(),
                        "spring.kafka.consumer.isolation-level=read-committed")
                .run(context -> {
                    KafkaTemplate<byte[], byte[]> template = template(context);
                    assertThatIllegalStateException()
                            .isThrownBy(() -> template.executeInTransaction(operations -> {
                                var delayed = RecordDelay.by(
                                        new ProducerRecord<byte[], byte[]>(topic, binary(1)), Duration.ofMillis(100));
                                var unused = operations.send(delayed);
                                unused = operations.send(new ProducerRecord<>(topic, binary(2)));
                                throw new IllegalStateException("abort");
                            }));

                    assertThat(context.getBean(Receiver.class).next().record().value())
                            .isEqualTo(binary(1));
                    template.executeInTransaction(
                            operations -> operations.send(new ProducerRecord<>(topic, binary(3))));
                    assertThat(context.getBean(Receiver.class).next().record().value())
                            .isEqualTo(binary(3));
                });
    }

    @Test
    void aTemplateOfTheApplicationIsRefusedUnlessOneDelaysToo() {
        application()
                .withUserConfiguration(Requests.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(CannotStartException.class)
                        .hasMessageContaining(
                                "'delay.redisson.kafka.intercept' is true, but the application has a KafkaTemplate"));
        application()
                .withUserConfiguration(Requests.class, OwnDelaying.class)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(DelayingKafkaTemplate.class)
                        .hasSingleBean(ReplyingKafkaTemplate.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnDelaying {

        @Bean
        @Primary
        DelayingKafkaTemplate<Object, Object> delaying(
                ProducerFactory<Object, Object> producers, ObjectProvider<DelayQueueMessage> queue) {
            return new DelayingKafkaTemplate<>(producers, queue::getObject);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Requests {

        @Bean
        ReplyingKafkaTemplate<Object, Object, Object> requests(
                ProducerFactory<Object, Object> producers, ConsumerFactory<Object, Object> consumers) {
            return new ReplyingKafkaTemplate<>(
                    producers, new KafkaMessageListenerContainer<>(consumers, new ContainerProperties("replies")));
        }
    }

    record Arrival(ConsumerRecord<byte[], byte[]> record, Instant at) {}

    @Configuration(proxyBeanMethods = false)
    static class Receiver {

        private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

        @KafkaListener(topics = "${receiver.topic}")
        void on(ConsumerRecord<byte[], byte[]> record) {
            arrivals.add(new Arrival(record, Instant.now()));
        }

        Arrival next() throws InterruptedException {
            Arrival arrival = arrivals.poll(60, TimeUnit.SECONDS);
            assertThat(arrival).as("an arrival within a minute").isNotNull();
            return arrival;
        }
    }
}
