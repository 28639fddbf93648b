package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Applications that end without a word, at the worst moment. Kafka's records tell what arrived. */
@Timeout(300)
@ExtendWith(SharedKafka.class)
class KillsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Of who takes over: with a lease that no pause of a busy machine outlasts. */
    private static final DispatchSettings SETTINGS = DispatchSettings.DEFAULTS;

    private final Ledger ledger = new Ledger();
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void killedBetweenKafkasConfirmationAndTheAck(KafkaBroker kafka) throws Exception {
        String topic = "confirmed";
        kafka.createTopic(topic, 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, ledger);
                Application other = Application.patient(redis.uri(), topic)) {
            send(other.queue(), topic);
            try (ChildJvm application = dispatching(kafka, topic, "ack=block")) {
                application.await("acks");
                application.kill();
            }
            ledger.awaitArrivals(1, TIMEOUT);
            other.dispatchingToKafka(SETTINGS, kafka.bootstrapServers(), topic);
            ledger.awaitArrivals(2, TIMEOUT);
            awaitNothingLeft(other.queue(), topic);
        }
        // What Kafka confirmed too late, since the machine was at rest, arrives once more, and uses up no attempt.
        assertThat(ledger.arrivals())
                .extracting(Ledger.Arrival::attempt)
                .containsOnly(1, 2)
                .startsWith(1)
                .endsWith(2);
        assertThat(ledger.early()).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void killedBetweenTheClaimAndTheSend(KafkaBroker kafka) throws Exception {
        String topic = "claimed";
        kafka.createTopic(topic, 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, ledger);
                Application other = Application.patient(redis.uri(), topic)) {
            send(other.queue(), topic);
            try (ChildJvm application = dispatching(kafka, topic, "claim=block")) {
                application.await("claimed");
                application.kill();
            }
            assertThat(ledger.arrivals()).isEmpty();
            other.dispatchingToKafka(SETTINGS, kafka.bootstrapServers(), topic);
            ledger.awaitComplete(TIMEOUT);
            awaitNothingLeft(other.queue(), topic);
        }
        assertThat(ledger.arrivals()).extracting(Ledger.Arrival::attempt).containsOnly(2);
    }

    /** An application with a lease of 6 s. */
    private ChildJvm dispatching(KafkaBroker kafka, String topic, String option)
            throws IOException, InterruptedException {
        ChildJvm application = ChildJvm.start(
                DispatchingMain.class,
                ChildJvm.QUICK,
                redis.uri(),
                topic,
                "lease=6",
                "kafka=" + kafka.bootstrapServers(),
                "warm=" + topic,
                option);
        application.await("ready");
        return application;
    }

    private void send(DelayQueueMessage queue, String topic) {
        ledger.accepted(queue.schedule(List.of(OutgoingMessage.to(topic)
                .id("one")
                .body("body")
                .delay(Duration.ZERO)
                .build())));
    }

    private static void awaitNothingLeft(DelayQueueMessage queue, String topic) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(queue.counts(topic))
                        .isEqualTo(new DelayQueueMessage.Counts(0, 0, 0, Duration.ZERO)));
    }
}
