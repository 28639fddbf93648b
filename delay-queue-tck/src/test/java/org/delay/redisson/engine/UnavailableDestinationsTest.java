package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FOR_EVER;
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
@Timeout(300)
class UnavailableDestinationsTest {

    /** Of a chain: each is sent when the one before has arrived, so that what holds up each of them adds up. */
    private static final int LINKS = 60;

    /** More than arrive in time if 2,000 topics that fail slowly share their destination. */
    private static final int MORE_LINKS = 130;

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

    private void delivers(String topic, String id) {
        send(queue, topic, id);
        await().atMost(LONG).pollInterval(Duration.ofMillis(2)).until(() -> got.contains(topic + " " + id));
    }

    /** All of a chain in a minute: one that waited for others to fail, or for their turn, would take several. */
    private void deliversAChain(String topic, int links) {
        AtomicInteger link = new AtomicInteger();
        send(queue, topic, "id0");
        await(links + " messages, one after the other")
                .atMost(LONG)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    if (got.contains(topic + " id" + link.get())) {
                        send(queue, topic, "id" + link.incrementAndGet());
                    }
                    return link.get() == links;
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 2_000})
    void anotherDestinationIsNotConcerned(int topics) {
        sendToMany(topics);
        start(
                topic -> TopicRule.PLAIN.withDestination(topic.startsWith("mine") ? "method" : "kafka"),
                Duration.ofSeconds(5));

        deliversAChain("mine", MORE_LINKS);
    }

    /** Of what was never reached nothing has failed yet either. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 2_000})
    void aDestinationThatHasNeverAnsweredTakesNoWorkerOfAnother(int topics) {
        sendToMany(topics);
        start(topic -> TopicRule.PLAIN.withDestination(topic.startsWith("mine") ? "method" : "kafka"), FOR_EVER);
        await().atMost(LONG).until(() -> refused.get() > 0);

        delivers("mine", "first");
        delivers("mine", "second");
    }

    /** Its topics were quick until now, so nothing told that they would hang. */
    @Test
    void aDestinationThatBeginsToHangLeavesAWorkerToAnother() {
        away.set(false);
        sendToMany(20);
        start(topic -> TopicRule.PLAIN.withDestination(topic.startsWith("mine") ? "method" : "kafka"), FOR_EVER);
        await().atMost(LONG).until(() -> got.size() == 20);
        delivers("mine", "first");
        away.set(true);
        sendToMany(20);
        await().atMost(LONG).until(() -> refused.get() > 0);

        delivers("mine", "second");
        assertThat(refused.get()).isLessThan(DispatchSettings.DEFAULTS.workers());
    }

    @Test
    void severalDestinationsThatHangLeaveAWorkerToOneThatAnswers() {
        start(topic -> TopicRule.PLAIN.withDestination(topic), FOR_EVER);
        delivers("mine", "first");
        sendToMany(20);
        await().atMost(LONG).until(() -> refused.get() == DispatchSettings.DEFAULTS.workers() - 1);

        delivers("mine", "second");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 2_000})
    void ofOneDestinationWhatCanBeDeliveredIs(int topics) {
        sendToMany(topics);
        start(TopicRules.NONE, Duration.ZERO);

        deliversAChain("mine", LINKS);
    }

    /** However many there are, one at a time is tried, and seldom once all have failed. */
    @Test
    void whatFailsIsNotTriedOverAndOver() {
        sendToMany(20);
        start(TopicRules.NONE, Duration.ZERO);
        await().atMost(LONG).until(() -> refused.get() >= 20);
        int before = refused.get();
        long began = System.nanoTime();

        // Delivered while the others fail, so that time has passed.
        for (int i = 0; i < 20; i++) {
            queue.schedule(List.of(OutgoingMessage.to("mine")
                    .id("t" + i)
                    .body("x")
                    .delay(Duration.ofMillis(100L * i))
                    .build()));
        }
        await().atMost(LONG).until(() -> got.contains("mine t19"));

        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
        assertThat(refused.get() - before).isLessThan((int) (60 + 20 * seconds));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 10_000})
    void whatComesBackIsDeliveredSoonHoweverManyTopicsItHas(int topics) {
        sendToMany(topics);
        start(TopicRules.NONE, Duration.ZERO);
        await().atMost(LONG).until(() -> refused.get() >= 100);

        away.set(false);

        await().atMost(LONG).until(() -> got.size() == topics);
    }
}
