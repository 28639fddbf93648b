package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many messages that are due when an application starts; it has a heap of 512 MB. */
@Tag("measured")
@Timeout(300)
@ExtendWith(SharedKafka.class)
class DrainTest {

    private static final int NUMBER = Measuring.size(100_000, 10_000);

    private static final int BULK = 1_000;

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
    void toASubclassEachMessageIsHandledOnce() throws Exception {
        assertThat(drain("Drain of %,d to a subclass that does nothing".formatted(NUMBER), "to-subclass", List.of()))
                .isEqualTo("distinct " + NUMBER + ", deliveries " + NUMBER);
    }

    @Test
    void toKafkaEachMessageArrives(KafkaBroker kafka) throws Exception {
        kafka.createTopic("to-kafka", 1);
        assertThat(drain("Drain of %,d to Kafka".formatted(NUMBER), "to-kafka", List.of(kafka.bootstrapServers())))
                .isEqualTo("distinct " + NUMBER + ", deliveries " + NUMBER);
        Ledger ledger = new Ledger();
        for (int i = 0; i < NUMBER; i++) {
            ledger.accepted("id" + i);
        }
        try (KafkaReceiver receiver = KafkaReceiver.start(kafka.bootstrapServers(), "to-kafka", ledger)) {
            ledger.awaitComplete(Duration.ofSeconds(60));
        }
        Report.say("Drain of %,d to Kafka".formatted(NUMBER), "%d duplicates", ledger.duplicates());
    }

    /** Sends, drains in another JVM, and answers what it counted. */
    private String drain(String what, String topic, List<String> kafka) throws Exception {
        try (Application application = Application.patient(redis.uri(), "drain")) {
            long began = System.nanoTime();
            send(application.queue(), topic);
            Duration sent = Duration.ofNanos(System.nanoTime() - began);
            List<String> arguments = new ArrayList<>(List.of(redis.uri(), "drain", topic, Integer.toString(NUMBER)));
            arguments.addAll(kafka);
            List<String> options = new ArrayList<>(Measuring.jvm());
            options.add("-Xmx512m");
            String counted;
            try (ChildJvm child = ChildJvm.start(DrainMain.class, options, arguments.toArray(String[]::new))) {
                child.await("ready");
                child.say("go");
                double millis = Long.parseLong(child.await("handled"));
                double settled = Long.parseLong(child.await("settled"));
                counted = child.await("counted");
                Report.say(
                        what,
                        "handled in %.2f s (%,.0f/s), settled in %.2f s; peak heap %s MB;" + " sent before in %s ms",
                        millis / 1e3,
                        NUMBER / millis * 1e3,
                        settled / 1e3,
                        child.await("heap"),
                        Lateness.millis(sent));
            }
            assertThat(application.queue().counts(topic)).isEqualTo(new Counts(0, 0, 0, Duration.ZERO));
            return counted;
        }
    }

    private static void send(DelayQueueMessage queue, String topic) {
        Instant due = Instant.now();
        for (int from = 0; from < NUMBER; from += BULK) {
            List<OutgoingMessage> messages = new ArrayList<>(BULK);
            for (int i = from; i < from + BULK; i++) {
                messages.add(OutgoingMessage.to(topic)
                        .id("id" + i)
                        .body("x".repeat(100))
                        .dueTime(due)
                        .build());
            }
            assertThat(queue.schedule(messages)).hasSize(BULK);
        }
    }
}
