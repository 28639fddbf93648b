package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.tck.server.KafkaBroker;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application whose clock is wrong dispatches to Kafka, which refuses times that are an hour ahead of its own. */
@Timeout(300)
@ExtendWith(SharedKafka.class)
class WrongClockTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final int MESSAGES = 100;

    @ParameterizedTest
    @ValueSource(strings = {"PT24H", "PT2H", "PT-24H"})
    void arrivesAtItsFirstAttemptWithTheTimeOfRedis(String by, KafkaBroker kafka, @TempDir Path directory)
            throws Exception {
        String topic = "wrong-clock" + by;
        kafka.createTopic(topic, 1);
        List<String> options = new ArrayList<>(ChildJvm.QUICK);
        options.add(WrongClock.option(directory, Duration.parse(by)));
        try (RedisServer redis = RedisServer.start();
                Application sender = Application.patient(redis.uri(), topic);
                ChildJvm application = ChildJvm.start(
                        DispatchingMain.class,
                        options,
                        redis.uri(),
                        topic,
                        "lease=30",
                        "kafka=" + kafka.bootstrapServers())) {
            Instant told = Instant.ofEpochMilli(Long.parseLong(application.await("clock ")));
            assertThat(Duration.between(Instant.now(), told).minus(Duration.parse(by)))
                    .isBetween(Duration.ofMinutes(-5), Duration.ofMinutes(5));
            Instant begin = Instant.now();
            sender.queue()
                    .schedule(IntStream.range(0, MESSAGES)
                            .mapToObj(number -> OutgoingMessage.to(topic)
                                    .body("body")
                                    .delay(Duration.ofMillis(10))
                                    .build())
                            .toList());

            await().atMost(TIMEOUT)
                    .untilAsserted(() ->
                            assertThat(sender.queue().counts(topic)).isEqualTo(new Counts(0, 0, 0, Duration.ZERO)));
            assertThat(kafka.records(topic, MESSAGES, TIMEOUT))
                    .hasSize(MESSAGES)
                    .allSatisfy(record -> {
                        assertThat(attempt(record)).isEqualTo(1);
                        assertThat(Instant.ofEpochMilli(record.timestamp()))
                                .isBetween(begin.minusSeconds(1), Instant.now().plusSeconds(1));
                    });
        }
    }

    private static int attempt(ConsumerRecord<String, String> record) {
        return Headers.number(record.headers().lastHeader(Headers.ATTEMPT).value());
    }
}
