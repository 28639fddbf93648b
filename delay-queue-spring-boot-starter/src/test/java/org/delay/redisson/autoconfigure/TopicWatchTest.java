package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;

/** However many ask, the queue is asked seldom, and nobody waits for long. */
class TopicWatchTest {

    private static final Duration SELDOM = Duration.ofHours(1);
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicInteger readings = new AtomicInteger();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();

    private TopicWatch watch(Duration interval, Callable<?> beforeEach) {
        DelayQueueMessage watched = (DelayQueueMessage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DelayQueueMessage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("paused")) {
                        readings.incrementAndGet();
                        beforeEach.call();
                    }
                    return method.invoke(queue, arguments);
                });
        return new TopicWatch(watched, null, interval);
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
        for (int i = 0; i < 100; i++) {
            assertThat(watch.latest(LONG)).isNull();
        }
        assertThat(readings).hasValue(1);
        hangs.countDown();

        await().untilAsserted(() -> assertThat(watch.latest(AT_ONCE)).isNotNull());
        assertThat(readings).hasValue(1);
    }
}
