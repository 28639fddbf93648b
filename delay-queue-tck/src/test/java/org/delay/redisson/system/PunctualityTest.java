package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How late messages are, from their due time to the receiver, while 500 a second come and go; and that none is early. */
@Tag("measured")
@Timeout(300)
@ExtendWith(SharedKafka.class)
class PunctualityTest {

    private static final int PER_SECOND = 500;

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

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
    void throughKafkaEachMessageArrivesAndNoneEarly(KafkaBroker kafka) throws Exception {
        kafka.createTopic("punctual", 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), "punctual", ledger);
                Application application = Application.patient(redis.uri(), "punctual")
                        .dispatchingToKafka(DispatchSettings.DEFAULTS, kafka.bootstrapServers(), "punctual")) {
            send(application.queue(), "punctual", Measuring.size(3_000, 500));
            ledger.awaitComplete(TIMEOUT);
            Report.say("Lateness through Kafka, 500/s", "%s; %d duplicates", ledger.lateness(), ledger.duplicates());
        }
    }

    @Test
    void toASubclassEachMessageArrivesOnceAndNoneEarly() throws Exception {
        try (Application application = Application.patient(redis.uri(), "punctual")
                .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            send(application.queue(), "punctual", Measuring.size(1_000, 500));
            ledger.awaitComplete(TIMEOUT);
            Report.say("Lateness to a subclass, 500/s", "%s", ledger.lateness());
            assertThat(ledger.duplicates()).isZero();
        }
    }

    /** In a JVM that has done nothing before: that is where the first message meets cold code and a cold producer. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFirstMessageOfAnApplicationArrives(boolean warm, KafkaBroker kafka) throws Exception {
        String topic = "first-" + (warm ? "warm" : "cold");
        kafka.createTopic(topic, 1);
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), topic, ledger);
                Application sender = Application.patient(redis.uri(), "first");
                ChildJvm application = ChildJvm.start(
                        DispatchingMain.class,
                        Measuring.jvm(),
                        redis.uri(),
                        "first",
                        "lease=30",
                        "kafka=" + kafka.bootstrapServers(),
                        "warm=" + (warm ? topic : ""))) {
            application.await("ready");
            for (int i = 0; i < 3; i++) {
                schedule(sender.queue(), topic, Duration.ofMillis(500)).join();
                ledger.awaitArrivals(i + 1, TIMEOUT);
            }
            ledger.awaitComplete(TIMEOUT);
            Report.say(
                    "Lateness of the first three messages of a new JVM, through Kafka",
                    "%s ms; producer warm for the topic: %s",
                    ledger.arrivals().stream()
                            .map(arrival -> Lateness.millis(arrival.lateness()))
                            .toList(),
                    warm);
        }
    }

    private void send(DelayQueueMessage queue, String topic, int number) {
        // The client's first calls are not what is measured.
        schedule(queue, topic, Duration.ZERO).join();
        List<Duration> noise = new ArrayList<>(number);
        Random random = new Random(1);
        CompletableFuture<?>[] sends = new CompletableFuture<?>[number];
        long began = System.nanoTime();
        for (int i = 0; i < number; i++) {
            sends[i] = schedule(queue, topic, Duration.ofMillis(500 + random.nextInt(2_500)));
            long next = began + Duration.ofSeconds(i + 1).toNanos() / PER_SECOND;
            while (System.nanoTime() - next < 0) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            noise.add(Duration.ofNanos(System.nanoTime() - next));
        }
        CompletableFuture.allOf(sends).join();
        Report.say("Meanwhile the machine woke a thread that waited for a time late by", "%s", Lateness.of(noise));
    }

    private CompletableFuture<List<Receipt>> schedule(DelayQueueMessage queue, String topic, Duration delay) {
        return queue.scheduleAsync(List.of(
                        OutgoingMessage.to(topic).body("body").delay(delay).build()))
                .whenComplete((receipts, thrown) -> {
                    if (thrown == null) {
                        ledger.accepted(receipts);
                    }
                });
    }
}
