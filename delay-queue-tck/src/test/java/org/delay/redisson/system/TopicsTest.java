package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.tck.server.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A topic costs neither a thread nor a connection. */
@Tag("measured")
@Timeout(60)
class TopicsTest {

    private static final int NUMBER = 2_000;

    private static final int BULK = 500;

    private final Ledger ledger = new Ledger();

    /** What the pools hold after a round of messages: the first round fills them, and is as busy as the second. */
    private record Held(Set<Thread> threads, long connections) {

        static Held now(RedisServer redis) {
            String clients = RedisCommand.run(redis, "CLIENT LIST TYPE normal")
                    + RedisCommand.run(redis, "CLIENT LIST TYPE pubsub");
            // The one that asks is listed in the first answer.
            return new Held(Thread.getAllStackTraces().keySet(), clients.lines().count() - 1);
        }

        /** Threads that were not there before; a test that ran earlier may have left a broker, which has its own. */
        List<String> startedSince(Held before) {
            return threads.stream()
                    .filter(thread -> !before.threads.contains(thread))
                    .map(Thread::getName)
                    .filter(name -> !name.contains("kafka") && !name.startsWith("ForkJoinPool"))
                    .toList();
        }

        @Override
        public String toString() {
            return threads.size() + " threads in the JVM, " + connections + " connections";
        }
    }

    @Test
    void twoThousandTopicsHoldAsManyThreadsAndConnectionsAsOne() {
        try (RedisServer redis = RedisServer.start();
                Application application = Application.of(redis.uri(), "topics")
                        .dispatching(DispatchSettings.DEFAULTS, new Handler(ledger::arrived))) {
            send(application, "one", i -> "topic");
            Held ofOne = Held.now(redis);

            send(application, "many", i -> "topic-" + i);
            Held ofMany = Held.now(redis);

            Report.say("One topic", "%s", ofOne);
            Report.say("%,d topics".formatted(NUMBER), "%s; lateness %s", ofMany, ledger.lateness());
            assertThat(ofMany.startedSince(ofOne)).isEmpty();
            assertThat(ofMany.connections()).isEqualTo(ofOne.connections());
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
        ledger.awaitComplete(Duration.ofSeconds(30));
        assertThat(ledger.duplicates()).isZero();
    }
}
