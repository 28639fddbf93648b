package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages whose receivers died twice are handled one at a time. */
@Timeout(300)
class PoisonMessagesTest {

    private final EngineFixture fixture = new EngineFixture();
    private final MovableClock clock = MovableClock.ticking();
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().clock(clock).build();
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final Queue<String> together = new ConcurrentLinkedQueue<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    /** Two leases of all messages run out. */
    private void poison(int messages) {
        Duration lease = Duration.ofHours(1);
        // Past the next millisecond, by which all are due.
        clock.advance(lease);
        for (int i = 0; i < 2; i++) {
            assertThat(queue.poll(0).due()).contains("orders");
            assertThat(queue.claim(new ClaimRequest(
                                    0, "orders", new ClaimId("died-" + i, 1), lease, new ClaimLimit(messages, 100_000)))
                            .messages())
                    .hasSize(messages);
            clock.advance(lease.multipliedBy(2));
        }
        // Whoever looks finds that the leases are over.
        assertThat(queue.poll(0).due()).contains("orders");
    }

    private void begins(DelayedMessage message) {
        begun.add(message.id());
        if (begun.size() > 1) {
            together.addAll(begun);
        }
    }

    @Test
    void theyAreHandledOneAtATimeAndTheOthersAtTheSameTime() throws Exception {
        sendMany(queue, "orders", "id", 3);
        poison(3);
        CountDownLatch healthy = new CountDownLatch(1);
        fixture.engine(queue, FAST, (topic, messages) -> {
                    if (topic.equals("healthy")) {
                        healthy.countDown();
                        return;
                    }
                    begins(messages.get(0));
                    try {
                        if (messages.get(0).id().equals("id0")) {
                            healthy.await(60, TimeUnit.SECONDS);
                        }
                        // Long enough for another to begin, if it may.
                        end.await(50, TimeUnit.MILLISECONDS);
                        if (messages.get(0).id().equals("id1")) {
                            throw new IllegalStateException("each time");
                        }
                    } finally {
                        begun.remove(messages.get(0).id());
                    }
                })
                .start();
        send(queue, "healthy", "one");

        awaitDrained(queue, "orders");

        assertThat(healthy.getCount()).isZero();
        assertThat(together).isEmpty();
        assertThat(queue.counts("orders").dead()).isEqualTo(1);
    }

    @Test
    void oneWhoseHandlerDoesNotReturnKeepsTheOthersNoLongerThanItsProcessingTime() throws Exception {
        sendMany(queue, "orders", "id", 3);
        poison(3);
        DispatchListener listener = new DispatchListener() {
            @Override
            public boolean isNonBlocking() {
                return true;
            }

            @Override
            public void interrupted(String topic, Collection<String> ids) {
                begun.removeAll(ids);
            }
        };
        DispatchSettings settings = FAST.toBuilder()
                .maxProcessingTime(Duration.ofMillis(200))
                .maxStuckThreads(10)
                .build();
        fixture.engine(queue, settings, listener, 1, (topic, messages) -> {
                    begins(messages.get(0));
                    if (messages.get(0).id().equals("id1")) {
                        hang();
                    } else {
                        begun.remove(messages.get(0).id());
                    }
                })
                .start();

        awaitDrained(queue, "orders");

        await().atMost(LONG).until(() -> queue.counts("orders").dead() == 1);
        assertThat(queue.find("orders", "id1").orElseThrow().error()).contains("took longer");
        assertThat(together).isEmpty();
    }

    private void hang() {
        while (end.getCount() > 0) {
            try {
                end.await();
            } catch (InterruptedException e) {
                // A handler that does not care.
            }
        }
    }
}
