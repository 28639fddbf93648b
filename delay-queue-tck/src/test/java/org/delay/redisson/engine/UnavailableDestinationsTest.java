package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that can be delivered, beside many that can't. */
@Timeout(120)
class UnavailableDestinationsTest {

    private static final Duration PUNCTUAL = Duration.ofSeconds(1);

    /** Far from how long they hang. */
    private static final Duration NEVER_ANSWERED = Duration.ofSeconds(4);

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final Set<String> got = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean away = new AtomicBoolean(true);
    private final AtomicInteger refused = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    private void sendToMany(int topics) {
        for (int from = 0; from < topics; from += 500) {
            List<OutgoingMessage> some = new ArrayList<>();
            for (int i = from; i < Math.min(topics, from + 500); i++) {
                some.add(OutgoingMessage.to("away-" + i)
                        .id("m")
                        .body("x")
                        .delay(Duration.ZERO)
                        .build());
            }
            queue.schedule(some);
        }
    }

    private void start(TopicRules rules, Duration takes) {
        fixture.engine(queue, DispatchSettings.DEFAULTS, rules, (topic, messages) -> {
                    if (!topic.startsWith("mine") && away.get()) {
                        refused.incrementAndGet();
                        boolean unused = end.await(takes.toMillis(), TimeUnit.MILLISECONDS);
                        throw new DestinationUnavailable("away", false, null);
                    }
                    got.add(topic + " " + messages.get(0).id());
                })
                .start();
    }

    private Duration lateness(String topic, String id) {
        long sent = System.nanoTime();
        send(queue, topic, id);
        await().atMost(LONG).pollInterval(Duration.ofMillis(2)).until(() -> got.contains(topic + " " + id));
        return Duration.ofNanos(System.nanoTime() - sent);
    }

    /** The median, since a busy machine makes single ones late. */
    private Duration medianLateness(String topic) {
        List<Duration> all = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            all.add(lateness(topic, "id" + i));
        }
        return all.stream().sorted().toList().get(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 2_000})
    void anotherDestinationIsNotConcerned(int topics) {
        sendToMany(topics);
        start(
                topic -> TopicRule.PLAIN.withDestination(topic.startsWith("mine") ? "method" : "kafka"),
                Duration.ofSeconds(1));

        assertThat(medianLateness("mine")).isLessThan(PUNCTUAL);
    }

    /** Of what was never reached nothing has failed yet either. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 2_000})
    void aDestinationThatHasNeverAnsweredTakesNoWorkerOfAnother(int topics) {
        sendToMany(topics);
        start(topic -> TopicRule.PLAIN.withDestination(topic.startsWith("mine") ? "method" : "kafka"), LONG);
        await().atMost(LONG).until(() -> refused.get() > 0);

        assertThat(lateness("mine", "first")).isLessThan(NEVER_ANSWERED);
        assertThat(lateness("mine", "second")).isLessThan(NEVER_ANSWERED);
    }

    @Test
    void severalDestinationsThatHangLeaveAWorkerToOneThatAnswers() {
        start(topic -> TopicRule.PLAIN.withDestination(topic), LONG);
        lateness("mine", "first");
        sendToMany(20);
        await().atMost(LONG).until(() -> refused.get() == DispatchSettings.DEFAULTS.workers() - 1);

        assertThat(lateness("mine", "second")).isLessThan(NEVER_ANSWERED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 2_000})
    void ofOneDestinationWhatCanBeDeliveredIs(int topics) {
        sendToMany(topics);
        start(TopicRules.NONE, Duration.ZERO);

        assertThat(medianLateness("mine")).isLessThan(PUNCTUAL);
    }

    /** However many there are, one at a time is tried, and seldom once all have failed. */
    @Test
    void whatFailsIsNotTriedOverAndOver() {
        sendToMany(20);
        start(TopicRules.NONE, Duration.ZERO);
        await().atMost(LONG).until(() -> refused.get() >= 20);
        int before = refused.get();

        // Delivered while the others fail, so that time has passed.
        for (int i = 0; i < 20; i++) {
            queue.schedule(List.of(OutgoingMessage.to("mine")
                    .id("t" + i)
                    .body("x")
                    .delay(Duration.ofMillis(100L * i))
                    .build()));
        }
        await().atMost(LONG).until(() -> got.contains("mine t19"));

        assertThat(refused.get() - before).isLessThan(60);
    }

    @Test
    void whatComesBackIsDeliveredSoonHoweverManyTopicsItHas() {
        sendToMany(500);
        start(TopicRules.NONE, Duration.ZERO);
        await().atMost(LONG).until(() -> refused.get() >= 100);

        away.set(false);

        await().atMost(LONG).until(() -> got.size() == 500);
    }
}
