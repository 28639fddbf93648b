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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners that don't return, of every kind of event. */
@Timeout(300)
class ListenersThatHangTest {

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final CountDownLatch end = new CountDownLatch(1);
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    private void hang() {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void deadLettersWhoseListenerNeverReturnsHoldUpNothing() {
        DispatchListener hanging = new DispatchListener() {
            @Override
            public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                heard.add(message.id());
                hang();
            }
        };
        fixture.engine(queue, FAST.toBuilder().workers(4).build(), hanging, 1, (topic, messages) -> {
                    if (topic.equals("bad")) {
                        throw new PermanentFailure("never");
                    }
                })
                .start();
        for (int i = 0; i < 8; i++) {
            send(queue, "bad", "bad" + i);
        }
        await().atMost(LONG).until(() -> queue.counts("bad").dead() == 8);

        sendMany(queue, "orders", "id", 20);

        awaitDrained(queue, "orders");
        await().atMost(LONG).until(() -> !heard.isEmpty());
        assertThat(heard).hasSize(1);
    }

    @Test
    void deliveriesWhoseListenerNeverReturnsHoldUpNothing() {
        DispatchListener hanging = new DispatchListener() {
            @Override
            public void started(DelayedMessage message) {
                hang();
            }

            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                hang();
            }
        };
        fixture.engine(queue, FAST, hanging, 1, (topic, messages) -> {}).start();

        sendMany(queue, "orders", "id", Listeners.MOST_EVENTS);

        awaitDrained(queue, "orders");
    }

    @Test
    void eventsComeInTheirOrder() {
        DispatchListener slow = new DispatchListener() {
            @Override
            public void started(DelayedMessage message) {
                heard.add("started " + message.attempt());
            }

            @Override
            public void retried(DelayedMessage message, Throwable cause, Duration delay) {
                heard.add("retried " + message.attempt());
            }

            @Override
            public void dead(DelayedMessage message, String error, @Nullable Throwable cause) {
                heard.add("dead " + message.attempt());
            }
        };
        fixture.engine(queue, FAST.toBuilder().workers(1).build(), slow, 1, (topic, messages) -> {
                    throw new IllegalStateException("no stock");
                })
                .start();
        send(queue, "orders", "one");

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard)
                        .containsExactly("started 1", "retried 1", "started 2", "retried 2", "started 3", "dead 3"));
    }

    /** A stop waits for a listener for a few seconds; where the listener was at rest for that long, nothing is said. */
    @Test
    void whatIsToldAtTheEndIsHeardBeforeTheStopReturns() {
        boolean said = false;
        for (int round = 0; round < 10 && !said; round++) {
            said = isHeardBeforeTheStopReturns("orders-" + round);
        }
        assertThat(said).as("one stop was shorter than it may be").isTrue();
    }

    private boolean isHeardBeforeTheStopReturns(String topic) {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        AtomicReference<DispatchEngine> running = new AtomicReference<>();
        DispatchListener slow = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                while (running.get().isRunning()) {
                    LockSupport.parkNanos(1_000);
                }
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                told.add(message.id());
            }
        };
        DispatchEngine engine = fixture.engine(queue, FAST, slow, 1, (any, messages) -> {});
        running.set(engine);
        engine.start();
        sendMany(queue, topic, "id", 100);
        awaitDrained(queue, topic);

        long began = System.nanoTime();
        engine.stop(LONG);
        List<String> heardByThen = List.copyOf(told);

        if (System.nanoTime() - began >= Listeners.SLOW.toNanos()) {
            return false;
        }
        assertThat(heardByThen).hasSize(100);
        return true;
    }
}
