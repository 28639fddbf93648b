package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
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
@Timeout(60)
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

    @Test
    void whatIsToldAtTheEndIsHeardBeforeTheStopReturns() {
        DispatchListener listener = new DispatchListener() {
            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                heard.add(message.id());
            }
        };
        DispatchEngine engine = fixture.engine(queue, FAST, listener, 1, (topic, messages) -> {});
        engine.start();
        sendMany(queue, "orders", "id", 1_000);
        awaitDrained(queue, "orders");

        engine.stop(Duration.ofSeconds(20));

        assertThat(heard).hasSize(1_000);
    }
}
