package org.delay.redisson.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The queue is asked seldom, no matter how many ask, and nobody waits for long. */
@ExtendWith(OutputCaptureExtension.class)
class SharedTopicReadingsTest {

    private static final Duration SELDOM = Duration.ofHours(1);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicInteger asked = new AtomicInteger();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();

    private TopicReadings readings(Duration interval, Callable<?> beforeEach) {
        return new SharedTopicReadings(watched("paused", topic -> beforeEach.call()), null, interval);
    }

    /** What happens before a call. */
    private interface Before {

        void call(@Nullable Object topic) throws Exception;
    }

    private DelayQueueMessage watched(String name, Before before) {
        return (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        asked.incrementAndGet();
                        before.call(arguments == null ? null : arguments[0]);
                    }
                    return method.invoke(queue, arguments);
                });
    }

    private static DelayQueueTopicRegistrar registrar(String... topics) {
        return new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public Set<String> pullAll() {
                return Set.of(topics);
            }
        };
    }

    private TopicReadings readings(DelayQueueMessage watched, String... topics) {
        return new SharedTopicReadings(watched, registrar(topics), Duration.ofNanos(1));
    }

    private static Before failing(Set<String> topics) {
        return topic -> {
            Collection<?> asked = topic instanceof Collection<?> several ? several : Set.of(String.valueOf(topic));
            if (asked.stream().anyMatch(topics::contains)) {
                throw new IllegalStateException("WRONGTYPE");
            }
        };
    }

    @Test
    void namesThatAreNoTopicsAreLeftOutAndToldOfOnce(CapturedOutput output) {
        TopicReadings shared = readings(queue, "orders", "a b", "", "\u0004>bills");

        for (int i = 0; i < 10; i++) {
            assertThat(shared.latest(LONG).orElseThrow().counts()).containsOnlyKeys("orders");
        }

        assertThat(output).containsOnlyOnce("that no topic can have");
    }

    @Test
    void topicsThatCantBeCountedAreLeftOutAndToldOfOnce(CapturedOutput output) {
        TopicReadings shared =
                readings(watched("counts", failing(Set.of("a", "c", "d", "f"))), "a", "b", "c", "d", "e", "f");

        for (int i = 0; i < 10; i++) {
            TopicReadings.Reading reading = shared.latest(LONG).orElseThrow();
            assertThat(reading.counts()).containsOnlyKeys("b", "e");
            assertThat(reading.unread()).containsExactly("a", "c", "d", "f");
        }

        assertThat(output).containsOnlyOnce("WRONGTYPE");
    }

    @Test
    void aQueueThatFailsForEveryTopicIsAskedForAFewAndToldOfOnce(CapturedOutput output) {
        TopicReadings shared = readings(watched("counts", failing(Set.of("a", "b", "c", "d"))), "a", "b", "c", "d");

        assertThat(shared.latest(LONG)).isEmpty();
        assertThat(asked).as("all together, and three of them").hasValue(4);
        assertThat(shared.latest(LONG)).isEmpty();

        assertThat(output).containsOnlyOnce("WRONGTYPE");
    }

    private void pauseOne() {
        queue.schedule(
                List.of(OutgoingMessage.to("orders").body("text").delay(LONG).build()));
        queue.pause("orders");
    }

    @Test
    void aReadingServesAllUntilItIsOld() {
        pauseOne();
        TopicReadings shared = readings(SELDOM, () -> null);

        TopicReadings.Reading first = shared.latest(LONG).orElseThrow();

        assertThat(first.counts().get("orders").due()).isOne();
        assertThat(first.paused()).containsExactly("orders");
        for (int i = 0; i < 100; i++) {
            assertThat(shared.latest(LONG).orElseThrow()).isSameAs(first);
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void anOldReadingIsReplaced() {
        TopicReadings shared = readings(Duration.ofNanos(1), () -> null);
        assertThat(shared.latest(LONG)).isPresent();
        pauseOne();

        await().untilAsserted(() ->
                assertThat(shared.latest(LONG).orElseThrow().counts()).containsOnlyKeys("orders"));
    }

    @Test
    void aQueueThatFailsIsNotAskedByEverybody() {
        TopicReadings shared = readings(SELDOM, () -> {
            throw new IllegalStateException("away");
        });

        for (int i = 0; i < 100; i++) {
            assertThat(shared.latest(LONG)).isEmpty();
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void nobodyWaitsForAQueueThatHangs() {
        CountDownLatch hangs = new CountDownLatch(1);
        TopicReadings shared = readings(SELDOM, () -> {
            hangs.await();
            return null;
        });

        assertThat(shared.latest(AT_ONCE)).isEmpty();
        await().untilAsserted(() -> assertThat(asked).hasValue(1));
        for (int i = 0; i < 100; i++) {
            assertThat(shared.latest(LONG)).isEmpty();
        }
        assertThat(asked).hasValue(1);
        hangs.countDown();

        await().untilAsserted(() -> assertThat(shared.latest(AT_ONCE)).isPresent());
        assertThat(asked).hasValue(1);
    }

    /** Who asks now is a person: unlike a gauge, they want to know whether it works again. */
    @Test
    void aPersonIsGivenAnotherAttemptAfterOneThatFailed() {
        AtomicBoolean away = new AtomicBoolean(true);
        TopicReadings shared = readings(SELDOM, () -> {
            if (away.get()) {
                throw new IllegalStateException("away");
            }
            return null;
        });
        assertThat(shared.current(LONG)).isEmpty();

        away.set(false);

        assertThat(shared.latest(LONG)).isEmpty();
        assertThat(shared.current(LONG)).isPresent();
    }
}
