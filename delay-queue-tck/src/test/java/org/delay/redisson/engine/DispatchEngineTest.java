package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine promises, seen from outside, on the queue in memory. */
@Timeout(300)
class DispatchEngineTest {

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void deliversWhenTheTimeHasComeAndNotBefore() {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().clock(clock).build();
        Queue<String> got = new ConcurrentLinkedQueue<>();
        fixture.engine(queue, FAST, (topic, messages) -> got.add(messages.get(0).id()))
                .start();
        send(queue, "orders", "later", Duration.ofMinutes(30));
        send(queue, "orders", "now");

        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsExactly("now"));
        clock.advance(Duration.ofMinutes(30).minusMillis(1));
        send(queue, "orders", "next");
        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsExactly("now", "next"));

        clock.advance(Duration.ofMillis(1));
        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsExactly("now", "next", "later"));
        awaitDrained(queue, "orders");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void twoEnginesDeliverTenThousandMessagesOnceEach(int shards) {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().shards(shards).build();
        Map<String, AtomicInteger> got = new ConcurrentHashMap<>();
        EngineFixture.Handler count = (topic, messages) -> messages.forEach(message ->
                got.computeIfAbsent(message.id(), id -> new AtomicInteger()).incrementAndGet());
        fixture.engine(queue, FAST, count).start();
        fixture.engine(queue, FAST, DispatchListener.NONE, 50, count).start();

        sendMany(queue, "orders", "a", 5_000);
        sendMany(queue, "bills", "b", 5_000);

        awaitDrained(queue, "orders");
        awaitDrained(queue, "bills");
        assertThat(got).hasSize(10_000);
        assertThat(got.values()).allMatch(times -> times.get() == 1);
    }

    @Test
    void slowHandlersOfOneMessageRunInParallel() throws Exception {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        CyclicBarrier allAtOnce = new CyclicBarrier(4);
        CountDownLatch done = new CountDownLatch(4);
        fixture.engine(queue, FAST, (topic, messages) -> {
                    allAtOnce.await(60, TimeUnit.SECONDS);
                    done.countDown();
                })
                .start();

        IntStream.range(0, 4).forEach(i -> send(queue, "orders", "id" + i));

        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Whoever waited for the backlog would wait for minutes. */
    @Test
    void aLargeBacklogOfOneTopicDoesNotDelayAnother() throws Exception {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        sendMany(queue, "backlog", "b", 50_000);
        CountDownLatch other = new CountDownLatch(1);
        CountDownLatch many = new CountDownLatch(100);
        AtomicLong left = new AtomicLong();
        fixture.engine(queue, FAST, (topic, messages) -> {
                    if (topic.equals("backlog")) {
                        boolean unused = other.await(20, TimeUnit.MILLISECONDS);
                        many.countDown();
                    } else {
                        left.set(queue.counts("backlog").due());
                        other.countDown();
                    }
                })
                .start();
        assertThat(many.await(60, TimeUnit.SECONDS)).isTrue();

        send(queue, "other", "one");

        assertThat(other.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(left).hasPositiveValue();
    }

    @Test
    void shardsThatAreAddedAreServedWithoutARestart() {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        Set<String> got = ConcurrentHashMap.newKeySet();
        fixture.engine(queue, FAST, (topic, messages) -> got.add(messages.get(0).id()))
                .start();
        send(queue, "orders", "first");
        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsExactly("first"));

        queue.changeShards(8);
        sendMany(queue, "orders", "id", 100);

        await().atMost(LONG).untilAsserted(() -> assertThat(got).hasSize(101));
    }

    @Test
    void handlersOfABatchGetAtMostWhatTheyAskFor() {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        sendMany(queue, "orders", "id", 1_000);
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        fixture.engine(queue, FAST, DispatchListener.NONE, 7, (topic, messages) -> sizes.add(messages.size()))
                .start();

        awaitDrained(queue, "orders");

        assertThat(sizes).allMatch(size -> size >= 1 && size <= 7);
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(1_000);
        assertThat(List.copyOf(sizes)).contains(7);
    }
}
