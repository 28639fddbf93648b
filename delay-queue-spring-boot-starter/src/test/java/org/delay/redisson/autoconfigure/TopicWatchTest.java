package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
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

/** However many ask, the queue is asked seldom, and nobody waits for long. */
@ExtendWith(OutputCaptureExtension.class)
class TopicWatchTest {

    private static final Duration SELDOM = Duration.ofHours(1);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicInteger readings = new AtomicInteger();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();

    private TopicWatch watch(Duration interval, Callable<?> beforeEach) {
        return new TopicWatch(watched("paused", topic -> beforeEach.call()), null, interval);
    }

    /** What happens before a call. */
    private interface Before {

        void call(@Nullable Object topic) throws Exception;
    }

    private DelayQueueMessage watched(String name, Before before) {
        return (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        readings.incrementAndGet();
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

    private TopicWatch watch(DelayQueueMessage watched, String... topics) {
        return new TopicWatch(watched, registrar(topics), Duration.ofNanos(1));
    }

    private static Before failing(Set<String> topics) {
        return topic -> {
            if (topics.contains(topic)) {
                throw new IllegalStateException("WRONGTYPE");
            }
        };
    }

    @Test
    void namesThatAreNoTopicsAreLeftOutAndToldOfOnce(CapturedOutput output) {
        TopicWatch watch = watch(queue, "orders", "a b", "", "\u0004>bills");

        for (int i = 0; i < 10; i++) {
            assertThat(watch.latest(LONG).counts()).containsOnlyKeys("orders");
        }

        assertThat(output).containsOnlyOnce("can't be topics");
    }

    @Test
    void topicsThatCantBeCountedAreLeftOutAndToldOfOnce(CapturedOutput output) {
        TopicWatch watch = watch(watched("counts", failing(Set.of("a", "c", "d", "f"))), "a", "b", "c", "d", "e", "f");

        for (int i = 0; i < 10; i++) {
            TopicWatch.Reading reading = watch.latest(LONG);
            assertThat(reading.counts()).containsOnlyKeys("b", "e");
            assertThat(reading.unread()).containsExactly("a", "c", "d", "f");
        }

        assertThat(output).containsOnlyOnce("WRONGTYPE");
    }

    @Test
    void aQueueThatFailsForEveryTopicIsAskedForAFewAndToldOfOnce(CapturedOutput output) {
        TopicWatch watch = watch(watched("counts", failing(Set.of("a", "b", "c", "d"))), "a", "b", "c", "d");

        assertThat(watch.latest(LONG)).isNull();
        assertThat(readings).hasValue(3);
        assertThat(watch.latest(LONG)).isNull();

        assertThat(output).containsOnlyOnce("WRONGTYPE");
    }

    /** Zero would be a wrong answer. */
    @Test
    void theGaugesOfATopicThatCantBeCountedShowNothing() {
        Set<String> failing = ConcurrentHashMap.newKeySet();
        TopicWatch watch = watch(watched("counts", failing(failing)), "a", "b");
        MeterRegistry registry = new SimpleMeterRegistry();
        new TopicGauges(registry, watch, new TopicTags(10)).afterSingletonsInstantiated();
        await().until(() -> topics(registry) == 2);

        failing.add("a");

        await().until(() -> Double.isNaN(pending(registry, "a")) && pending(registry, "b") == 0);
    }

    private static double topics(MeterRegistry registry) {
        return registry.get(DelayQueueMeter.TOPICS.getName()).gauge().value();
    }

    private static double pending(MeterRegistry registry, String topic) {
        return registry.get(DelayQueueMeter.PENDING.getName())
                .tag("topic", topic)
                .gauge()
                .value();
    }

    private void pauseOne() {
        queue.schedule(
                List.of(OutgoingMessage.to("orders").body("text").delay(LONG).build()));
        queue.pause("orders");
    }

    @Test
    void aReadingServesAllUntilItIsOld() {
        pauseOne();
        TopicWatch watch = watch(SELDOM, () -> null);

        TopicWatch.Reading first = watch.latest(LONG);

        assertThat(first).isNotNull();
        assertThat(first.counts().get("orders").due()).isOne();
        assertThat(first.paused()).containsExactly("orders");
        for (int i = 0; i < 100; i++) {
            assertThat(watch.latest(LONG)).isSameAs(first);
        }
        assertThat(readings).hasValue(1);
    }

    @Test
    void anOldReadingIsReplaced() {
        TopicWatch watch = watch(Duration.ofNanos(1), () -> null);
        assertThat(watch.latest(LONG)).isNotNull();
        pauseOne();

        await().untilAsserted(() -> assertThat(watch.latest(LONG).counts()).containsOnlyKeys("orders"));
    }

    @Test
    void aQueueThatFailsIsNotAskedByEverybody() {
        TopicWatch watch = watch(SELDOM, () -> {
            throw new IllegalStateException("away");
        });

        for (int i = 0; i < 100; i++) {
            assertThat(watch.latest(LONG)).isNull();
        }

        assertThat(readings).hasValue(1);
    }

    @Test
    void nobodyWaitsForAQueueThatHangs() {
        CountDownLatch hangs = new CountDownLatch(1);
        TopicWatch watch = watch(SELDOM, () -> {
            hangs.await();
            return null;
        });

        assertThat(watch.latest(AT_ONCE)).isNull();
        await().untilAsserted(() -> assertThat(readings).hasValue(1));
        for (int i = 0; i < 100; i++) {
            assertThat(watch.latest(LONG)).isNull();
        }
        assertThat(readings).hasValue(1);
        hangs.countDown();

        await().untilAsserted(() -> assertThat(watch.latest(AT_ONCE)).isNotNull());
        assertThat(readings).hasValue(1);
    }
}
