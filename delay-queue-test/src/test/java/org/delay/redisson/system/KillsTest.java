package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.test.KafkaBroker;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Applications that end without a word, at the worst moment and at any. Kafka's records tell what arrived. */
@Tag("system")
@Timeout(120)
@ExtendWith(SharedKafka.class)
class KillsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private static final int KILLS = 10;

    private static final int MESSAGES = 20_000;

    private static final DispatchSettings SETTINGS = DispatchSettings.DEFAULTS.withLease(Duration.ofSeconds(2));

    /** Quick to start, and there are many of them. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

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
                Application other = Application.of(redis.uri(), topic)) {
            send(other.queue(), topic);
            try (ChildJvm application = dispatching(kafka, topic, line -> {}, "ack=block")) {
                application.await("acks");
                application.kill();
            }
            ledger.awaitArrivals(1, TIMEOUT);
            other.dispatchingToKafka(SETTINGS, kafka.bootstrapServers(), topic);
            ledger.awaitArrivals(2, TIMEOUT);
            awaitNothingLeft(other.queue(), topic);
        }
        assertThat(ledger.arrivals()).extracting(Ledger.Arrival::attempt).containsExactly(1, 2);
        assertThat(ledger.early()).isEmpty();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void killedBetweenTheClaimAndTheSend(KafkaBroker kafka) throws Exception {
        String topic = "claimed";
        kafka.createTopic(topic, 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, ledger);
                Application other = Application.of(redis.uri(), topic)) {
            send(other.queue(), topic);
            try (ChildJvm application = dispatching(kafka, topic, line -> {}, "claim=block")) {
                application.await("claimed");
                application.kill();
            }
            assertThat(ledger.arrivals()).isEmpty();
            other.dispatchingToKafka(SETTINGS, kafka.bootstrapServers(), topic);
            ledger.awaitComplete(TIMEOUT);
            awaitNothingLeft(other.queue(), topic);
        }
        assertThat(ledger.arrivals()).extracting(Ledger.Arrival::attempt).containsExactly(2);
    }

    /** Two applications send and dispatch, and one of them at a time is killed and replaced; a third one only sends. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void killedTenTimesAtAnyMoment(KafkaBroker kafka) throws Exception {
        String topic = "random";
        Random random = new Random(1);
        List<ChildJvm> applications = new ArrayList<>();
        int leased = 0;
        kafka.createTopic(topic, 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, ledger);
                Application sender = Application.of(redis.uri(), topic)) {
            applications.add(sending(kafka, topic, 0));
            applications.add(sending(kafka, topic, 1));
            try (Flow flow = Flow.start(sender.queue(), topic, 1_000, ledger)) {
                for (int kill = 1; kill <= KILLS; kill++) {
                    ledger.awaitArrivals(MESSAGES / (KILLS + 1) * kill + random.nextInt(500), TIMEOUT);
                    applications.remove(random.nextInt(2)).kill();
                    leased += (int) sender.queue().counts(topic).leased();
                    applications.add(sending(kafka, topic, kill + 1));
                }
                ledger.awaitArrivals(MESSAGES, TIMEOUT);
                flow.close();
                assertThat(flow.surprises()).isEmpty();
                assertThat(flow.failures()).isZero();
            }
            for (ChildJvm application : applications) {
                application.say("stop sending");
                application.await("stopped");
            }
            ledger.awaitComplete(TIMEOUT);
            awaitNothingLeft(sender.queue(), topic);
        } finally {
            for (ChildJvm application : applications) {
                application.close();
            }
        }
        Report.say(
                KILLS + " SIGKILLs of one of two applications",
                "%d accepted and all arrived; %d duplicates of %d messages leased at the kills; lateness %s;"
                        + " of those whose lease ended %s",
                ledger.acceptedSoFar(),
                ledger.duplicates(),
                leased,
                ledger.lateness(arrival -> arrival.attempt() == 1),
                ledger.lateness(arrival -> arrival.attempt() > 1));
        assertThat(ledger.duplicates()).isLessThanOrEqualTo(leased);
    }

    private ChildJvm sending(KafkaBroker kafka, String topic, int number) throws IOException, InterruptedException {
        return dispatching(
                kafka,
                topic,
                line -> {
                    if (line.startsWith("accepted ")) {
                        String[] parts = line.split(" ", 3);
                        ledger.accepted(List.of(new Receipt(
                                parts[1],
                                parts[1],
                                Instant.ofEpochMilli(Long.parseLong(parts[2])),
                                Receipt.Outcome.SCHEDULED)));
                    }
                },
                "send=child" + number);
    }

    /** An application with a lease of 2 s. */
    private ChildJvm dispatching(KafkaBroker kafka, String topic, Consumer<String> listener, String option)
            throws IOException, InterruptedException {
        ChildJvm application = ChildJvm.start(
                DispatchingMain.class,
                QUICK,
                listener,
                redis.uri(),
                topic,
                "lease=2",
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
