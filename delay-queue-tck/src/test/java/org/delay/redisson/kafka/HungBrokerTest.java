package org.delay.redisson.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.system.Application;
import org.delay.redisson.system.ChildJvm;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stands still while records are on their way to it (SIGSTOP), and goes on later. */
@Timeout(300)
class HungBrokerTest {

    private static final String TOPIC = "hung";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MESSAGES = 2_000;
    private static final Counts NOTHING = new Counts(0, 0, 0, Duration.ZERO);

    /** Kafka has 8 s to confirm. A lease that ran out with its machine at rest would use up an attempt. */
    private static final DispatchSettings SETTINGS =
            DispatchSettings.builder().lease(Duration.ofSeconds(12)).build();

    @Test
    void losesNothingAndUsesUpNoAttempt() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ChildJvm broker = ChildJvm.start(BrokerMain.class, ChildJvm.QUICK, TOPIC);
                Application application = Application.of(redis.uri(), TOPIC)) {
            String servers = broker.await("broker ");
            CountDownLatch unanswered = new CountDownLatch(1);
            DispatchListener listener = new DispatchListener() {
                @Override
                public void destinationUnavailable(String destination, Throwable cause) {
                    unanswered.countDown();
                }
            };
            application.dispatching(
                    SETTINGS,
                    listener,
                    application.toKafka(SETTINGS, servers, List.of(TOPIC)),
                    UnaryOperator.identity());
            send(application, 0);
            await().atMost(TIMEOUT)
                    .until(() -> application.queue().counts(TOPIC).due() == 0);

            // Its system takes the requests, and nobody reads them.
            broker.signal("STOP");
            send(application, MESSAGES);
            assertThat(unanswered.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            broker.signal("CONT");

            await().atMost(TIMEOUT)
                    .until(() -> application.queue().counts(TOPIC).equals(NOTHING));
            assertThat(arrived(servers)).hasSize(2 * MESSAGES);
        }
    }

    private static void send(Application application, int first) {
        for (int from = first; from < first + MESSAGES; from += 500) {
            application
                    .queue()
                    .schedule(IntStream.range(from, from + 500)
                            .mapToObj(number -> OutgoingMessage.to(TOPIC)
                                    .id(Integer.toString(number))
                                    .body("body")
                                    .delay(Duration.ZERO)
                                    .build())
                            .toList());
        }
    }

    /** The ids that arrived, each at its first attempt. */
    private static Set<String> arrived(String servers) {
        Set<String> ids = ConcurrentHashMap.newKeySet();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(TOPIC, 0));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = consumer.endOffsets(partitions).get(partitions.get(0));
            while (consumer.position(partitions.get(0)) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    assertThat(Headers.number(
                                    record.headers().lastHeader(Headers.ATTEMPT).value()))
                            .isEqualTo(1);
                    ids.add(Headers.text(record.headers().lastHeader(Headers.ID).value()));
                });
            }
        }
        return ids;
    }
}
