package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.FOR_EVER;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;
import static org.delay.redisson.engine.EngineFixture.stopAtOnce;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starting and stopping. */
@Timeout(300)
class LifecycleTest {

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();

    @AfterEach
    void stop() {
        fixture.close();
    }

    private static long upkeepThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("delay-queue-upkeep"))
                .count();
    }

    @Test
    void startsAndStopsAnyNumberOfTimesAndLeavesNoThread() {
        Set<String> claimers = ConcurrentHashMap.newKeySet();
        AtomicInteger subscriptions = new AtomicInteger();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("claim")) {
                claimers.add(((ClaimRequest) arguments[0]).id().claimer().replaceAll("-.*", ""));
            }
            if (method.equals("subscribe")) {
                subscriptions.incrementAndGet();
                Subscription subscription = (Subscription) call.call();
                return (Subscription) () -> {
                    subscriptions.decrementAndGet();
                    subscription.close();
                };
            }
            return call.call();
        });
        Queue<String> got = new ConcurrentLinkedQueue<>();
        DispatchEngine engine = fixture.engine(
                watched, FAST, (topic, messages) -> got.add(messages.get(0).id()));
        await().atMost(LONG).until(() -> fixture.workers() == 0 && upkeepThreads() == 0);

        for (int i = 0; i < 20; i++) {
            engine.start();
            engine.start();
            assertThat(engine.isRunning()).isTrue();
            send(queue, "orders", "id" + i);
            awaitDrained(queue, "orders");
            engine.stop(FOR_EVER);
            engine.stop(FOR_EVER);
            assertThat(engine.isRunning()).isFalse();
        }

        assertThat(got).hasSize(20);
        assertThat(claimers).as("another claimer each time").hasSize(20);
        assertThat(subscriptions).hasValue(0);
        await().atMost(LONG).until(() -> fixture.workers() == 0 && upkeepThreads() == 0);
    }

    /** Neither the sweep nor what it was given is waited for. */
    @Test
    void anIdleStopTakesNoTime() {
        DispatchEngine engine =
                fixture.engine(queue, FAST.toBuilder().sweep(FOR_EVER).build(), (topic, messages) -> {});
        engine.start();
        send(queue, "orders", "one");
        awaitDrained(queue, "orders");

        stopAtOnce(engine);

        await().atMost(LONG).until(() -> fixture.workers() == 0 && upkeepThreads() == 0);
    }

    @Test
    void aStopWaitsForHandlersAndHandsBackWhatTheyHaveNotBegun() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        sendMany(queue, "orders", "id", 50);
        DispatchEngine engine = fixture.engine(
                queue, FAST.toBuilder().workers(1).build(), DispatchListener.NONE, new BatchesOfOne(begun, goOn));
        engine.start();
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        Thread stopping = new Thread(() -> engine.stop(FOR_EVER));
        stopping.start();
        await().atMost(LONG).until(() -> !engine.isRunning());
        goOn.countDown();
        stopping.join(LONG.toMillis());

        assertThat(stopping.isAlive()).isFalse();
        DelayQueueMessage.Counts counts = queue.counts("orders");
        assertThat(counts.leased()).isZero();
        assertThat(counts.due()).isEqualTo(48);
        assertThat(queue.find("orders", "id49").orElseThrow().failures()).isZero();
    }

    /** Lets the first message pass, so that a claim of two follows, and holds the first of these. */
    private static final class BatchesOfOne extends org.delay.redisson.DelayQueueMessageConsumer {

        private final CountDownLatch begun;
        private final CountDownLatch goOn;
        private final AtomicInteger calls = new AtomicInteger();

        BatchesOfOne(CountDownLatch begun, CountDownLatch goOn) {
            this.begun = begun;
            this.goOn = goOn;
        }

        @Override
        protected void processMessages(String topic, java.util.List<org.delay.redisson.DelayedMessage> messages)
                throws Exception {
            if (calls.incrementAndGet() == 2) {
                begun.countDown();
                goOn.await(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aStopThatCannotWaitInterruptsAndHandsBackWithoutCountingAFailure() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        DispatchEngine engine = fixture.engine(queue, FAST, (topic, messages) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            }
        });
        send(queue, "orders", "one");
        engine.start();
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        engine.stop(Duration.ofMillis(50));

        await().atMost(LONG)
                .until(() -> queue.find("orders", "one").orElseThrow().state() == State.DUE);
        assertThat(queue.find("orders", "one").orElseThrow().failures()).isZero();
        assertThat(queue.cancel("orders", "one")).as("it may still arrive").isEqualTo(CancelResult.IN_FLIGHT);
        await().atMost(LONG).untilTrue(interrupted);
        await().atMost(LONG).until(() -> fixture.workers() == 0 && upkeepThreads() == 0);
    }

    @Test
    void aRedisThatDoesNotAnswerAtStartIsWaitedFor() {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        DelayQueueMessage flaky = Interposed.on(queue, (method, arguments, call) -> {
            calls.incrementAndGet();
            if (away.get()) {
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        Queue<String> got = new ConcurrentLinkedQueue<>();
        DispatchEngine engine = fixture.engine(
                flaky, FAST, (topic, messages) -> got.add(messages.get(0).id()));
        send(queue, "orders", "one");

        engine.start();
        await().atMost(LONG).until(() -> calls.get() >= 2);
        assertThat(engine.isRunning()).isTrue();
        away.set(false);

        await().atMost(LONG).untilAsserted(() -> assertThat(got).containsExactly("one"));
    }

    @Test
    void anIdleStopTakesNoTimeWhileRedisIsAway() {
        DelayQueueMessage away = Interposed.on(queue, (method, arguments, call) -> {
            throw ScriptedFailures.refused();
        });
        DispatchEngine engine = fixture.engine(away, FAST, (topic, messages) -> {});
        engine.start();

        stopAtOnce(engine);

        assertThat(engine.isRunning()).isFalse();
    }
}
