package org.delay.redisson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.DispatchSettings;
import org.delay.redisson.engine.RetryPolicy;
import org.delay.redisson.test.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Handlers that can't be helped: their message becomes a dead letter, and the others do not suffer. */
@Tag("system")
@Timeout(90)
class HandlersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final int NEIGHBOURS = 20;

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
    void aHandlerThatKillsItsApplication() throws Exception {
        Map<String, AtomicInteger> delivered = new ConcurrentHashMap<>();
        int ends = 0;
        try (Application sender = Application.of(redis.uri(), "halting")) {
            DelayQueueMessage queue = sender.queue();
            List<OutgoingMessage> messages = new ArrayList<>();
            for (int i = 0; i < NEIGHBOURS; i++) {
                messages.add(message("halting", "id" + i, i == NEIGHBOURS / 2 ? "halt" : "body"));
            }
            queue.schedule(messages);
            boolean done = false;
            while (!done) {
                try (ChildJvm application = halting(delivered)) {
                    ends++;
                    done = isOver(queue, application);
                }
            }
            assertThat(queue.find("halting", "id" + NEIGHBOURS / 2))
                    .get()
                    .extracting(StoredMessage::state, StoredMessage::expiries)
                    .containsExactly(State.DEAD, 3);
            assertThat(queue.counts("halting").dead()).isEqualTo(1);
        }
        assertThat(delivered).hasSize(NEIGHBOURS - 1).doesNotContainKey("id" + NEIGHBOURS / 2);
        Report.say(
                "A handler that halts its JVM",
                "dead letter after 3 expiries, in application %d; %d neighbours delivered, %d times in all",
                ends,
                delivered.size(),
                delivered.values().stream().mapToInt(AtomicInteger::get).sum());
    }

    private ChildJvm halting(Map<String, AtomicInteger> delivered) throws IOException {
        return ChildJvm.start(
                DispatchingMain.class,
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                line -> {
                    if (line.startsWith("delivered ")) {
                        delivered
                                .computeIfAbsent(line.substring("delivered ".length()), none -> new AtomicInteger())
                                .incrementAndGet();
                    }
                },
                redis.uri(),
                "halting",
                "lease=1");
    }

    /** Waits until all is done or the application has ended, and says which. */
    private static boolean isOver(DelayQueueMessage queue, ChildJvm application) {
        return await().atMost(TIMEOUT)
                .until(
                        () -> {
                            var counts = queue.counts("halting");
                            return counts.due() == 0 && counts.leased() == 0
                                    ? Optional.of(true)
                                    : application.isAlive() ? Optional.<Boolean>empty() : Optional.of(false);
                        },
                        Optional::isPresent)
                .get();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aHandlerThatNeverReturns() {
        DispatchSettings settings = DispatchSettings.DEFAULTS
                .withMaxProcessingTime(Duration.ofMillis(300))
                .withRetry(new RetryPolicy(2, Duration.ofMillis(10), 1, Duration.ofMillis(10), 0));
        Ledger ledger = new Ledger();
        CountDownLatch end = new CountDownLatch(1);
        try (Application application = Application.of(redis.uri(), "endless")
                .dispatching(settings, new Handler(message -> {
                    if (message.topic().equals("endless")) {
                        awaitUninterruptibly(end);
                    }
                    ledger.arrived(message);
                }))) {
            DelayQueueMessage queue = application.queue();
            queue.schedule(List.of(message("endless", "one", "body")));
            for (int i = 0; i < 500; i++) {
                ledger.accepted(queue.schedule(List.of(message("good", "id" + i, "body"))));
            }
            await().atMost(TIMEOUT)
                    .until(() -> queue.find("endless", "one")
                            .map(StoredMessage::state)
                            .equals(Optional.of(State.DEAD)));
            for (int i = 500; i < 1_000; i++) {
                ledger.accepted(queue.schedule(List.of(message("good", "id" + i, "body"))));
            }
            ledger.awaitComplete(TIMEOUT);
            assertThat(ledger.duplicates()).isZero();
            Report.say("A handler that never returns", "dead letter; another topic's lateness %s", ledger.lateness());
            end.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // A handler that does not care.
            }
        }
    }

    private static OutgoingMessage message(String topic, String id, String body) {
        return OutgoingMessage.to(topic).id(id).body(body).delay(Duration.ZERO).build();
    }
}
