package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.delay.redisson.tck.server.RedisServer;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Rules that differ from topic to topic, on the queue in memory and on a real one. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class TopicRulesTest {

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void stop() {
        fixture.close();
    }

    /** Claims of one message are always full, so that a second one is tried beside each. */
    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void noMoreCallsRunAtOnceThanTheLimitAllows(int batch) {
        handlesNoMoreThanTwoAtOnce(InMemoryDelayQueue.builder().shards(3).build(), batch);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void noMoreCallsRunAtOnceThanTheLimitAllowsOnRedis(int batch) {
        onRedis(queue -> handlesNoMoreThanTwoAtOnce(queue, batch));
    }

    private void handlesNoMoreThanTwoAtOnce(DelayQueueMessage queue, int batch) {
        TopicRule two = new TopicRule(null, new ConcurrencyLimit("two", 2));
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Map<String, Integer> got = new ConcurrentHashMap<>();
        sendMany(queue, "bounded", "b", 40);
        // Each call gives a third one time to come.
        CountDownLatch third = new CountDownLatch(1);
        fixture.engine(
                        queue,
                        FAST.toBuilder().workers(8).maxClaimMessages(batch).build(),
                        topic -> two,
                        (topic, messages) -> {
                            if (most.accumulateAndGet(running.incrementAndGet(), Math::max) > 2) {
                                third.countDown();
                            }
                            boolean unused = third.await(30, TimeUnit.MILLISECONDS);
                            messages.forEach(message -> got.merge(message.id(), 1, Integer::sum));
                            running.decrementAndGet();
                        })
                .start();

        await().atMost(LONG).until(() -> got.size() == 40);
        assertThat(got.values()).containsOnly(1);
        assertThat(most).hasValueBetween(1, 2);
        awaitDrained(queue, "bounded");
    }

    /** Its bound leaves workers free for others, and it goes on as soon as its own call ends. */
    @Test
    void aLimitedTopicLeavesTheOtherWorkersFree() throws Exception {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        CountDownLatch others = new CountDownLatch(20);
        Queue<String> slow = new ConcurrentLinkedQueue<>();
        TopicRules rules =
                topic -> topic.equals("slow") ? new TopicRule(null, new ConcurrencyLimit("slow", 1)) : TopicRule.PLAIN;
        sendMany(queue, "slow", "s", 3);
        fixture.engine(queue, FAST.toBuilder().workers(2).build(), rules, (topic, messages) -> {
                    if (topic.equals("slow")) {
                        slow.add(messages.get(0).id());
                        assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
                    } else {
                        others.countDown();
                    }
                })
                .start();
        await().atMost(LONG).until(() -> !slow.isEmpty());

        sendMany(queue, "other", "o", 20);

        assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
        awaitDrained(queue, "slow");
        assertThat(slow).hasSize(3);
    }

    /** Not even together with topics that hang, whichever of them has the workers first. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void aLimitedTopicThatHangsLeavesAWorkerToOthers(int workers) throws Exception {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        CountDownLatch others = new CountDownLatch(100);
        TopicRules rules = topic ->
                topic.equals("limited") ? new TopicRule(null, new ConcurrencyLimit("limited", 1)) : TopicRule.PLAIN;
        for (String hanging : List.of("limited", "one", "two")) {
            sendMany(queue, hanging, hanging, 20);
        }
        fixture.engine(queue, FAST.toBuilder().workers(workers).build(), rules, (topic, messages) -> {
                    if (topic.equals("quick")) {
                        others.countDown();
                    } else {
                        assertThat(others.await(240, TimeUnit.SECONDS)).isTrue();
                    }
                })
                .start();
        for (int i = 0; i < 100; i++) {
            send(queue, "quick", "q-" + i, Duration.ofMillis(50L * i));
        }

        assertThat(others.await(240, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatNobodyServesWaitsWithNothingCounted() {
        onRedis(queue -> {
            Queue<String> got = new ConcurrentLinkedQueue<>();
            fixture.engine(
                            queue,
                            FAST,
                            topic -> topic.equals("foreign") ? null : TopicRule.PLAIN,
                            (topic, messages) -> got.add(topic))
                    .start();
            send(queue, "foreign", "one");
            send(queue, "ours", "two", Duration.ofMillis(1500));
            await().atMost(LONG).until(() -> got.contains("ours"));

            assertThat(got).containsOnly("ours");
            assertThat(queue.find("foreign", "one").orElseThrow()).satisfies(stored -> {
                assertThat(stored.state()).isEqualTo(DelayQueueMessage.State.DUE);
                assertThat(stored.message().attempt()).isEqualTo(1);
            });

            fixture.engine(queue, FAST, (topic, messages) -> got.add("other's " + topic))
                    .start();
            await().atMost(LONG).until(() -> got.contains("other's foreign"));
        });
    }

    @Test
    void aTopicHasItsOwnNumberOfAttempts() {
        InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
        AtomicInteger calls = new AtomicInteger();
        TopicRule five = new TopicRule(FAST.retry().withMaxAttempts(5), null);
        fixture.engine(queue, FAST, topic -> topic.equals("five") ? five : TopicRule.PLAIN, (topic, messages) -> {
                    calls.addAndGet(topic.equals("five") ? 100 : 1);
                    throw new IllegalStateException("on purpose");
                })
                .start();

        send(queue, "five", "a");
        send(queue, "three", "b");

        await().atMost(LONG)
                .until(() -> queue.counts("five").dead() == 1
                        && queue.counts("three").dead() == 1);
        assertThat(calls).hasValue(503);
    }

    private interface OnQueue {
        void run(DelayQueueMessage queue);
    }

    private void onRedis(OnQueue test) {
        try (RedisServer redis = RedisServer.start()) {
            Config config = new Config();
            config.useSingleServer().setAddress(redis.uri()).setTimeout((int) LONG.toMillis());
            RedissonClient client = Redisson.create(config);
            try {
                test.run(RedissonDelayQueue.on(client)
                        .service("rules")
                        .bodyConverter(new EngineFixture.Texts())
                        .build());
            } finally {
                fixture.close();
                client.shutdown();
            }
        }
    }
}
