package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.kafka.Messages.numbered;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.Headers;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.network.Proxy;
import org.delay.redisson.tck.server.KafkaBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class KafkaOutageTest {

    /** Short: waits 0.5 s for metadata, and 2 s for the confirmation. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Leaves the time to wait for the broker, where nothing is to time out. */
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    /** One waiting time is less, however slow the machine; one for each message is minutes. */
    private static final Duration NOT_EACH = Duration.ofSeconds(60);

    private static final Duration SOON = Duration.ofSeconds(60);

    private static final Duration MISSING_TOPIC_PAUSE = Duration.ofMillis(100);

    private static KafkaBroker broker;

    private KafkaSimpleMessageProducer producer;
    private DelayQueueMessageConsumer consumer;

    /** Each test has a topic of its own. Short sessions, since a broker is let in again when its old one has ended. */
    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.builder()
                .autoCreateTopics(false)
                .property("broker.session.timeout.ms", "1000")
                .property("broker.heartbeat.interval.ms", "200")
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void start() {
        producer = KafkaSimpleMessageProducer.from(configs(), LEASE, MISSING_TOPIC_PAUSE);
        consumer = new KafkaDelayQueueMessageConsumer(producer);
    }

    @AfterEach
    void stop() {
        producer.close();
        if (!broker.isRunning()) {
            broker.restart();
        }
    }

    @Test
    void aBrokerThatWasNeverReachedCostsOneWaitAndNothingArrives() {
        broker.createTopic("unreached", 1);
        broker.stop();
        Instant start = Instant.now();

        assertThatCode(() -> producer.warm()).doesNotThrowAnyException();
        assertThatCode(() -> producer.warm(List.of("unreached", "others"))).doesNotThrowAnyException();
        DestinationUnavailable failure = catchThrowableOfType(
                DestinationUnavailable.class, () -> consumer.deliver("unreached", numbered("unreached", 200)));

        assertThat(failure.mayStillArrive()).isFalse();
        assertThat(Duration.between(start, Instant.now())).isLessThan(NOT_EACH);

        broker.restart();
        sendAsSoonAsItWorks(producer, "unreached");
        // Had any of the 200 been on their way, they would be there before it: one producer, one partition.
        assertThat(broker.records("unreached", 1, SOON))
                .isNotEmpty()
                .extracting(record -> KafkaDeliveryTest.headers(record).get(Headers.ID))
                .containsOnly("0");
    }

    @Test
    void aBrokerThatGoesAwayCostsOneTimeOutAndTheSameProducerGoesOn() throws Exception {
        broker.createTopic("away", 1);
        sendAsSoonAsItWorks(producer, "away");
        broker.stop();
        Instant start = Instant.now();

        Throwable failure = catchThrowable(() -> consumer.deliver("away", numbered("away", 200)));
        assertThat(failure).isInstanceOfAny(DestinationUnavailable.class, PartialFailure.class);
        if (failure instanceof PartialFailure partial) {
            assertThat(partial.causes())
                    .hasSize(200)
                    .allSatisfy((id, cause) -> assertThat(cause).isInstanceOf(DestinationUnavailable.class));
        }
        assertThat(Duration.between(start, Instant.now())).isLessThan(NOT_EACH);

        broker.restart();
        sendAsSoonAsItWorks(producer, "away");
        assertThat(broker.records("away", 2, SOON)).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void whatWasHandedOverAndNotConfirmedMayStillArrive() throws Exception {
        try (Proxy proxy = Proxy.toNobody();
                KafkaBroker behind = KafkaBroker.builder()
                        .property(
                                "advertised.listeners",
                                "CLIENT://127.0.0.1:%d,EXTERNAL://127.0.0.1:1".formatted(proxy.port()))
                        .start();
                KafkaSimpleMessageProducer through = KafkaSimpleMessageProducer.from(
                        Map.of("bootstrap.servers", behind.bootstrapServers()), LEASE)) {
            String address = behind.bootstrapServers();
            proxy.leadTo(Integer.parseInt(address.substring(address.indexOf(':') + 1)));
            behind.createTopic("orders", 1);
            sendAsSoonAsItWorks(through, "orders");

            proxy.holdAnswers();
            Instant start = Instant.now();
            DestinationUnavailable failure = catchThrowableOfType(
                    DestinationUnavailable.class, () -> through.send("orders", numbered("orders", 200)));
            assertThat(failure.mayStillArrive()).isTrue();
            assertThat(failure).hasMessageContaining("did not confirm");
            assertThat(Duration.between(start, Instant.now())).isLessThan(NOT_EACH);

            proxy.passOn();
            assertThat(behind.records("orders", 2, SOON)).hasSizeGreaterThan(1);
        }
    }

    /** Else the records of a deleted topic would look as if the broker were down, and stop all other topics. */
    @Test
    void aTopicThatIsDeletedUnderwayIsTheMessagesFailure() throws Exception {
        broker.createTopic("deleted", 1);
        sendAsSoonAsItWorks(producer, "deleted");
        try (Admin admin = Admin.create(configs())) {
            admin.deleteTopics(List.of("deleted")).all().get();
        }

        List<Throwable> failures = new ArrayList<>();
        try (KafkaSimpleMessageProducer patient =
                KafkaSimpleMessageProducer.from(configs(), Duration.ofSeconds(12), MISSING_TOPIC_PAUSE)) {
            await().atMost(SOON).until(() -> {
                try {
                    patient.send("deleted", numbered("deleted", 1));
                    return false;
                } catch (Exception e) {
                    failures.add(e);
                    return e instanceof UnknownTopic;
                }
            });
        }

        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOfAny(UnknownTopic.class, OutcomeUnknown.class)
                        .hasMessageContaining("no topic 'deleted'"));
    }

    @Test
    void aProducerThatIsBrokenIsReplaced() throws Exception {
        broker.createTopic("broken", 1);
        List<Producer<Object, Object>> made = new ArrayList<>();
        DefaultKafkaProducerFactory<Object, Object> source = new DefaultKafkaProducerFactory<>(configs());
        source.addPostProcessor(raw -> {
            made.add(raw);
            return raw;
        });
        try (KafkaSimpleMessageProducer own = KafkaSimpleMessageProducer.from(source, LONG_LEASE)) {
            sendAsSoonAsItWorks(own, "broken");
            made.get(0).close();

            DestinationUnavailable failure =
                    catchThrowableOfType(DestinationUnavailable.class, () -> own.send("broken", numbered("broken", 2)));
            assertThat(failure.mayStillArrive()).isFalse();

            own.send("broken", numbered("broken", 3));
        }

        assertThat(made).hasSize(2);
        assertThat(broker.records("broken", 4, SOON)).hasSize(4);
    }

    /** An interceptor's Error, for example, ends the client's thread, and the client does not report that. */
    @Test
    void aClientWhoseThreadDiedIsReplacedAtOnceHoweverManyRecordsWait() throws Exception {
        broker.createTopic("dead-thread", 1);
        Map<String, Object> configs = new HashMap<>(configs());
        configs.put("interceptor.classes", FirstAnswerBreaksDown.class.getName());
        Duration lease = Duration.ofMinutes(5);
        try (KafkaSimpleMessageProducer own = KafkaSimpleMessageProducer.from(configs, lease)) {
            FirstAnswerBreaksDown.broken = false;
            Instant start = Instant.now();

            DestinationUnavailable failure = catchThrowableOfType(
                    DestinationUnavailable.class, () -> own.send("dead-thread", numbered("dead-thread", 200)));

            // Kafka would have more than three minutes to confirm.
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(100));
            assertThat(failure.mayStillArrive()).isTrue();
            own.send("dead-thread", numbered("dead-thread", 2));
        }
    }

    public static class FirstAnswerBreaksDown implements ProducerInterceptor<String, String> {

        private static volatile boolean broken;

        @Override
        public ProducerRecord<String, String> onSend(ProducerRecord<String, String> record) {
            return record;
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
            if (!broken) {
                broken = true;
                throw new NoClassDefFoundError("not there");
            }
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    @Test
    void aServerNameThatIsNotKnownIsAnOutage() {
        try (KafkaSimpleMessageProducer lost =
                KafkaSimpleMessageProducer.from(Map.of("bootstrap.servers", "no.such.host.invalid:9092"), LEASE)) {
            lost.warm();

            DestinationUnavailable failure = catchThrowableOfType(
                    DestinationUnavailable.class, () -> lost.send("orders", numbered("orders", 1)));

            assertThat(failure).hasMessageContaining("No resolvable bootstrap urls");
            assertThat(failure.mayStillArrive()).isFalse();
        }
    }

    private void sendAsSoonAsItWorks(KafkaSimpleMessageProducer through, String topic) {
        await().atMost(SOON)
                .ignoreExceptionsMatching(
                        failure -> failure instanceof DestinationUnavailable || failure instanceof UnknownTopic)
                .until(() -> {
                    through.send(topic, numbered(topic, 1));
                    return true;
                });
    }

    private static Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }
}
