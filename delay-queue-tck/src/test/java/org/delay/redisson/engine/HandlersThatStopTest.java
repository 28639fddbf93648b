package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.FOR_EVER;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.delay.redisson.DelayQueueMessage.Counts;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handlers that stop the engine that called them. */
@Timeout(300)
class HandlersThatStopTest {

    private final EngineFixture fixture = new EngineFixture();
    private final MovableClock clock = MovableClock.ticking();
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().clock(clock).build();
    private final AtomicReference<DispatchEngine> engine = new AtomicReference<>();

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void start(DispatchSettings settings, EngineFixture.Handler handler) {
        engine.set(fixture.engine(queue, settings, handler));
        engine.get().start();
    }

    private Counts counts() {
        return queue.counts("orders");
    }

    @Test
    void aHandlerThatStopsTheEngineIsNotWaitedForAndItsMessageIsAcked() {
        send(queue, "orders", "one");
        start(FAST, (topic, messages) -> engine.get().stop(FOR_EVER));

        await().atMost(LONG).until(() -> counts().leased() == 0 && counts().due() == 0);
        assertThat(counts().dead()).isZero();
        assertThat(engine.get().isRunning()).isFalse();
        await().atMost(LONG).until(() -> fixture.workers() == 0);
    }

    @Test
    void soItIsWhereAnotherThreadStopsItAndTheHandlerWaitsForThat() {
        send(queue, "orders", "one");
        start(FAST, (topic, messages) -> {
            Thread stopping = new Thread(() -> engine.get().stop(FOR_EVER));
            stopping.start();
            stopping.join();
        });

        await().atMost(LONG).until(() -> counts().leased() == 0 && counts().due() == 0);
        assertThat(counts().dead()).isZero();
    }

    @Test
    void itsNeighboursGoBackBeforeTheStopReturnsWithNothingCounted() {
        List<Counts> atStop = new ArrayList<>();
        sendMany(queue, "orders", "id", 20);
        start(FAST.toBuilder().workers(1).build(), (topic, messages) -> {
            if (messages.get(0).attempt() == 1 && atStop.isEmpty() && counts().leased() > 1) {
                engine.get().stop(FOR_EVER);
                atStop.add(counts());
            }
        });

        await().atMost(LONG).until(() -> !engine.get().isRunning() && counts().leased() == 0);
        assertThat(atStop).hasSize(1);
        assertThat(atStop.get(0).leased()).as("what the handler has").isOne();
        assertThat(counts().due()).isEqualTo(atStop.get(0).due()).isPositive();
        assertThat(queue.find("orders", "id19").orElseThrow().leaseExpirations())
                .isZero();
        assertThat(queue.find("orders", "id19").orElseThrow().failures()).isZero();
    }

    @Test
    void aHandlerThatFailsAfterItsStopIsTriedAgain() {
        send(queue, "orders", "one");
        start(FAST, (topic, messages) -> {
            engine.get().stop(FOR_EVER);
            throw new IllegalStateException("after the stop");
        });

        await().atMost(LONG).until(() -> !engine.get().isRunning() && counts().leased() == 0);
        assertThat(queue.find("orders", "one").orElseThrow().failures()).isOne();
    }

    /** As one that closes the application and then ends the JVM. */
    @Test
    void aHandlerThatNeverComesBackFromItsStopHasEachOfThemCounted() throws Exception {
        DispatchSettings settings = FAST.toBuilder().maxLeaseExpirations(3).build();
        CountDownLatch end = new CountDownLatch(1);
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        send(queue, "orders", "one");

        for (int round = 1; round <= 3; round++) {
            int calls = round;
            start(settings, (topic, messages) -> {
                attempts.addAll(messages.stream().map(DelayedMessage::attempt).toList());
                engine.get().stop(FOR_EVER);
                end.await();
            });
            await().atMost(LONG)
                    .until(() -> attempts.size() == calls && !engine.get().isRunning());
            // Nobody renews it any more: the lease runs out when this clock says so, and at no other time.
            clock.advance(settings.lease().multipliedBy(2));
        }
        start(settings, (topic, messages) -> attempts.add(-1));

        await().atMost(LONG)
                .until(() -> queue.find("orders", "one").orElseThrow().state() == State.DEAD);
        assertThat(attempts).containsExactly(1, 2, 3);
        end.countDown();
    }

    @Test
    void othersAreWaitedForAsEver() throws Exception {
        CountDownLatch slowBegun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        start(FAST, (topic, messages) -> {
            if (topic.equals("slow")) {
                slowBegun.countDown();
                goOn.await();
            } else if (!messages.get(0).id().equals("first")) {
                engine.get().stop(FOR_EVER);
                stopped.countDown();
            }
        });
        // A destination that has answered nobody yet is given one worker only.
        send(queue, "orders", "first");
        awaitDrained(queue, "orders");
        send(queue, "slow", "one");
        slowBegun.await();
        send(queue, "orders", "one");

        await().atMost(LONG).until(() -> !engine.get().isRunning());
        assertThat(stopped.getCount()).isOne();
        goOn.countDown();

        stopped.await();
        await().atMost(LONG).until(() -> queue.counts("slow").leased() + counts().leased() == 0);
        assertThat(queue.counts("slow").due() + counts().due()).isZero();
    }

    /** The stop of a thread that a handler of the past started is a stop like any other. */
    @Test
    void aThreadOfAnEarlierHandlerIsNoPartOfTheOneAtWork() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch stopNow = new CountDownLatch(1);
        AtomicReference<Thread> stopping = new AtomicReference<>();
        send(queue, "orders", "first");
        start(FAST.toBuilder().workers(1).build(), (topic, messages) -> {
            if (messages.get(0).id().equals("first")) {
                Thread thread = new Thread(() -> {
                    try {
                        stopNow.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    engine.get().stop(FOR_EVER);
                });
                thread.start();
                stopping.set(thread);
            } else {
                begun.countDown();
                goOn.await();
            }
        });
        await().atMost(LONG).until(() -> stopping.get() != null && counts().leased() == 0);
        send(queue, "orders", "second");
        begun.await();

        stopNow.countDown();
        await().atMost(LONG).until(() -> !engine.get().isRunning());
        assertThat(stopping.get().isAlive()).isTrue();
        goOn.countDown();

        stopping.get().join();
        assertThat(counts().leased() + counts().due()).isZero();
    }
}
