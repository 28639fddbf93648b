package org.delay.redisson.system;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A topic costs neither a thread nor a connection. */
@Tag("measured")
@Timeout(300)
class TopicsTest {

    private static final int NUMBER = 2_000;

    private static final int BULK = 500;

    private final Ledger ledger = new Ledger();

    /**
     * What the pools hold after a round of messages: the first round fills them, and is as busy as the second.
     *
     * @param threads how many there are of each kind, which is a name without its numbers
     */
    private record Held(Map<String, Long> threads, long connections) {

        static Held now(RedisServer redis) {
            String clients = RedisCommand.run(redis, "CLIENT LIST TYPE normal")
                    + RedisCommand.run(redis, "CLIENT LIST TYPE pubsub");
            // The one that asks is listed in the first answer.
            return new Held(
                    Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            // A test that ran earlier may have left a broker, which has its own.
                            .filter(name -> !name.contains("kafka")
                                    && !name.startsWith("ForkJoinPool")
                                    && !name.startsWith("awaitility"))
                            .collect(groupingBy(name -> name.replaceAll("\\d+", "N"), counting())),
                    clients.lines().count() - 1);
        }

        List<String> moreThan(Held before) {
            return threads.entrySet().stream()
                    .filter(kind -> kind.getValue() > before.threads.getOrDefault(kind.getKey(), 0L))
                    .map(Map.Entry::toString)
                    .toList();
        }

        @Override
        public String toString() {
            return threads.values().stream().mapToLong(Long::longValue).sum() + " threads in the JVM, " + connections
                    + " connections";
        }
    }

    @Test
    void twoThousandTopicsHoldAsManyThreadsAndConnectionsAsOne() {
        try (RedisServer redis = RedisServer.start();
                Application application = Application.patient(redis.uri(), "topics")
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            send(application, "one", i -> "topic");
            Held ofOne = Held.now(redis);

            send(application, "many", i -> "topic-" + i);
            Held ofMany = Held.now(redis);

            Report.say("One topic", "%s", ofOne);
            Report.say("%,d topics".formatted(NUMBER), "%s; lateness %s", ofMany, ledger.lateness());
            // One that stood in for another that waited for Redis leaves again.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(Held.now(redis).moreThan(ofOne)).isEmpty());
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(Held.now(redis).connections()).isEqualTo(ofOne.connections()));
        }
    }

    private void send(Application application, String prefix, IntFunction<String> topic) {
        for (int from = 0; from < NUMBER; from += BULK) {
            List<OutgoingMessage> messages = new ArrayList<>(BULK);
            for (int i = from; i < from + BULK; i++) {
                messages.add(OutgoingMessage.to(topic.apply(i))
                        .id(prefix + i)
                        .body("body")
                        .delay(Duration.ofMillis(500))
                        .build());
            }
            ledger.accepted(application.queue().schedule(messages));
        }
        ledger.awaitComplete(Duration.ofMinutes(1));
        assertThat(ledger.duplicates()).isZero();
    }
}
