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
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.test.KafkaBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class KafkaOutageTest {

    /** Short: waits 1 s for metadata, and 4 s for the confirmation. */
    private static final Duration LEASE = Duration.ofSeconds(6);

    private KafkaBroker broker;
    private KafkaSimpleMessageProducer producer;
    private DelayQueueMessageConsumer consumer;

    @BeforeEach
    void start() {
        broker = KafkaBroker.builder().autoCreateTopics(false).start();
        producer = KafkaSimpleMessageProducer.from(configs(), LEASE);
        consumer = new KafkaDelayQueueMessageConsumer(producer);
    }

    @AfterEach
    void stop() {
        producer.close();
        broker.close();
    }

    @Test
    void aBrokerThatWasNeverReachedCostsOneWaitAndNothingArrives() {
        broker.createTopic("orders", 1);
        broker.stop();
        Instant start = Instant.now();

        assertThatCode(() -> producer.warm()).doesNotThrowAnyException();
        assertThatCode(() -> producer.warm(List.of("orders", "others"))).doesNotThrowAnyException();
        DestinationUnavailable failure = unavailable(200);

        assertThat(failure.mayStillArrive()).isFalse();
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));

        broker.restart();
        deliverAsSoonAsItWorks();
        assertThat(broker.records("orders", 201, Duration.ofSeconds(3))).hasSize(1);
    }

    @Test
    void aBrokerThatGoesAwayCostsOneTimeOutAndTheSameProducerGoesOn() throws Exception {
        broker.createTopic("orders", 1);
        consumer.deliver("orders", numbered("orders", 1));
        broker.stop();
        Instant start = Instant.now();

        Throwable failure = catchThrowable(() -> consumer.deliver("orders", numbered("orders", 200)));
        assertThat(failure).isInstanceOfAny(DestinationUnavailable.class, PartialFailure.class);
        if (failure instanceof PartialFailure partial) {
            assertThat(partial.causes())
                    .hasSize(200)
                    .allSatisfy((id, cause) -> assertThat(cause).isInstanceOf(DestinationUnavailable.class));
        }
        assertThat(Duration.between(start, Instant.now())).isLessThan(LEASE);

        broker.restart();
        deliverAsSoonAsItWorks();
        assertThat(broker.records("orders", 2, Duration.ofSeconds(10))).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void whatWasHandedOverAndNotConfirmedMayStillArrive() throws Exception {
        try (AnswerGate gate = new AnswerGate();
                KafkaBroker behind = KafkaBroker.builder()
                        .property(
                                "advertised.listeners",
                                "CLIENT://127.0.0.1:%d,EXTERNAL://127.0.0.1:1".formatted(gate.port()))
                        .start();
                KafkaSimpleMessageProducer through = KafkaSimpleMessageProducer.from(
                        Map.of("bootstrap.servers", behind.bootstrapServers()), LEASE)) {
            gate.openTo(behind.bootstrapServers());
            behind.createTopic("orders", 1);
            through.send("orders", numbered("orders", 1));

            gate.holdAnswers();
            Instant start = Instant.now();
            DestinationUnavailable failure = catchThrowableOfType(
                    DestinationUnavailable.class, () -> through.send("orders", numbered("orders", 20)));
            assertThat(failure.mayStillArrive()).isTrue();
            assertThat(failure).hasMessageContaining("did not confirm");
            assertThat(Duration.between(start, Instant.now())).isLessThan(LEASE);

            gate.letAnswersPass();
            assertThat(behind.records("orders", 2, Duration.ofSeconds(20))).hasSizeGreaterThan(1);
        }
    }

    /** Else the records of a deleted topic would look as if the broker were down, and stop all other topics. */
    @Test
    void aTopicThatIsDeletedUnderwayIsTheMessagesFailure() throws Exception {
        broker.createTopic("orders", 1);
        consumer.deliver("orders", numbered("orders", 1));
        try (Admin admin = Admin.create(configs())) {
            admin.deleteTopics(List.of("orders")).all().get();
        }

        List<Throwable> failures = new ArrayList<>();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            try {
                consumer.deliver("orders", numbered("orders", 1));
                return false;
            } catch (Exception e) {
                failures.add(e);
                return e instanceof UnknownTopic;
            }
        });

        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOfAny(UnknownTopic.class, OutcomeUnknown.class)
                        .hasMessageContaining("no topic 'orders'"));
    }

    @Test
    void aProducerThatIsBrokenIsReplaced() throws Exception {
        broker.createTopic("orders", 1);
        List<Producer<String, String>> made = new ArrayList<>();
        DefaultKafkaProducerFactory<String, String> source = new DefaultKafkaProducerFactory<>(configs());
        source.addPostProcessor(raw -> {
            made.add(raw);
            return raw;
        });
        try (KafkaSimpleMessageProducer own = KafkaSimpleMessageProducer.from(source, LEASE)) {
            own.send("orders", numbered("orders", 1));
            made.get(0).close();

            DestinationUnavailable failure =
                    catchThrowableOfType(DestinationUnavailable.class, () -> own.send("orders", numbered("orders", 2)));
            assertThat(failure.mayStillArrive()).isFalse();

            own.send("orders", numbered("orders", 3));
        }

        assertThat(made).hasSize(2);
        assertThat(broker.records("orders", 4, Duration.ofSeconds(10))).hasSize(4);
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

    private DestinationUnavailable unavailable(int messages) {
        return catchThrowableOfType(
                DestinationUnavailable.class, () -> consumer.deliver("orders", numbered("orders", messages)));
    }

    private void deliverAsSoonAsItWorks() {
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(DestinationUnavailable.class)
                .until(() -> {
                    consumer.deliver("orders", numbered("orders", 1));
                    return true;
                });
    }

    private Map<String, Object> configs() {
        return Map.of("bootstrap.servers", broker.bootstrapServers());
    }
}
