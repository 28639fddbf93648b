package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.PartialFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages whose destination, or topic in it, accepts nothing for a while. */
@Timeout(300)
class DestinationFailuresTest extends FailuresFixture {

    /** One topic of a destination may be away alone, and takes its time to say so: a partition without a leader. */
    @Test
    void aTopicThatIsUnavailableByItselfDoesNotHoldUpTheOthers() throws Exception {
        AtomicBoolean down = new AtomicBoolean(true);
        CountDownLatch never = new CountDownLatch(1);
        start((topic, messages) -> {
            if (topic.equals("bad") && down.get()) {
                never.await(500, TimeUnit.MILLISECONDS);
                throw new DestinationUnavailable("no leader", false, null);
            }
        });
        sendMany(queue, "bad", "bad", 300);
        for (int i = 0; i < 10; i++) {
            send(queue, "good", "good" + i);
            String id = "good" + i;
            await().atMost(LONG).until(() -> queue.find("good", id).isEmpty());
        }

        DelayQueueMessage.Counts bad = queue.counts("bad");
        assertThat(bad.due() + bad.leased()).isEqualTo(300);
        down.set(false);
        await().atMost(LONG).until(() -> queue.counts("bad").due() == 0);
        awaitDrained(queue, "bad");
        assertThat(got).allMatch(message -> message.attempt() == 1);
    }

    /** What a destination says of one topic says nothing of the others: nothing is paused but that topic. */
    @Test
    void aTopicThatTheDestinationRefusesDoesNotHoldUpTheOthers() {
        AtomicBoolean refused = new AtomicBoolean(true);
        start((topic, messages) -> {
            if (topic.equals("bad") && refused.get()) {
                throw DestinationUnavailable.ofTopic("not allowed", false, null);
            }
        });
        sendMany(queue, "bad", "bad", 50);
        sendMany(queue, "good", "good", 50);

        awaitDrained(queue, "good");
        DelayQueueMessage.Counts bad = queue.counts("bad");
        assertThat(bad.due() + bad.leased()).isEqualTo(50);
        assertThat(heard.lines).doesNotContain("unavailable");
        refused.set(false);
        await().atMost(LONG).until(() -> queue.counts("bad").due() == 0);
        awaitDrained(queue, "bad");
        assertThat(got).allMatch(message -> message.attempt() == 1);
    }

    /** What a destination says of one message says nothing of the others: neither the topic nor the destination waits. */
    @Test
    void aMessageThatTheDestinationRefusesForNowDoesNotHoldUpItsTopic() {
        AtomicBoolean refused = new AtomicBoolean(true);
        start(queue, 10, (topic, messages) -> {
            Map<String, Throwable> causes = new HashMap<>();
            for (DelayedMessage message : messages) {
                if (refused.get() && message.id().startsWith("bad")) {
                    causes.put(
                            message.id(),
                            DestinationUnavailable.ofMessage("no address", false, Duration.ofMillis(300), null));
                }
            }
            if (!causes.isEmpty()) {
                throw new PartialFailure(causes);
            }
        });
        for (int i = 0; i < 20; i++) {
            sendMany(queue, "orders", "bad" + i, 1);
            sendMany(queue, "orders", "good" + i, 5);
        }

        await().atMost(LONG)
                .until(() ->
                        queue.counts("orders").due() + queue.counts("orders").leased() == 20);
        assertThat(heard.lines).doesNotContain("unavailable");
        assertThat(queue.counts("orders").dead()).isZero();
        refused.set(false);
        awaitDrained(queue, "orders");
        assertThat(got).allMatch(message -> message.attempt() == 1);
    }

    @Test
    void whileTheDestinationIsUnavailableNoAttemptIsUsedAndThenAllGoesOn() throws Exception {
        AtomicBoolean down = new AtomicBoolean(true);
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch several = new CountDownLatch(4);
        start((topic, messages) -> {
            if (down.get()) {
                refused.incrementAndGet();
                several.countDown();
                throw new DestinationUnavailable("broker down", false, null);
            }
        });
        sendMany(queue, "orders", "id", 500);

        assertThat(several.await(60, TimeUnit.SECONDS)).isTrue();
        DelayQueueMessage.Counts counts = queue.counts("orders");
        assertThat(counts.due() + counts.leased()).isEqualTo(500);
        down.set(false);

        awaitDrained(queue, "orders");
        // Four workers when it begins, and one probe a pause, however long this took; not one each message.
        assertThat(refused.get()).isLessThan(250);
        assertThat(got).allMatch(message -> message.attempt() == 1);
        assertThat(queue.counts("orders").dead()).isZero();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard.lines.stream().filter(line -> !line.startsWith("delivered")))
                        .containsExactly("unavailable", "available"));
    }

    @Test
    void aPartialFailureOfAnUnavailableDestinationPausesAsWell() {
        AtomicBoolean down = new AtomicBoolean(true);
        start(queue, 10, (topic, messages) -> {
            if (down.get()) {
                throw new PartialFailure(Map.of(
                        messages.get(messages.size() - 1).id(),
                        new IllegalStateException(new DestinationUnavailable("broker down", true, null))));
            }
        });
        sendMany(queue, "orders", "id", 100);

        await().atMost(LONG).until(() -> heard.lines.contains("unavailable"));
        down.set(false);
        awaitDrained(queue, "orders");

        assertThat(got).allMatch(message -> message.attempt() == 1);
        await().atMost(LONG).until(() -> heard.lines.contains("available"));
    }

    @Test
    void aProbeThatFailsForAnotherReasonEndsThePause() {
        AtomicBoolean down = new AtomicBoolean(true);
        AtomicBoolean bad = new AtomicBoolean(true);
        start((topic, messages) -> {
            if (down.compareAndSet(true, false)) {
                throw new DestinationUnavailable("broker down", false, null);
            }
            if (bad.compareAndSet(true, false)) {
                throw new IllegalStateException("not yet");
            }
        });
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard.lines)
                        .containsExactlyInAnyOrder("unavailable", "available", "retried one", "delivered one"));
        assertThat(attempts("one")).containsExactly(1, 1, 2);
    }
}
