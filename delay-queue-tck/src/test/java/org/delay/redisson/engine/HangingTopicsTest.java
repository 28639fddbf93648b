package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Handlers that hang, more of them than there are workers, beside topics whose handlers do not. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class HangingTopicsTest {

    private static final int WORKERS = 4;

    /** How many topics hang: {@code -Dhanging-topics=20}. One more than there are workers keep all others waiting. */
    private static final int HANGING = Integer.getInteger("hanging-topics", WORKERS + 1);

    private static final DispatchSettings SETTINGS = FAST.toBuilder()
            .workers(WORKERS)
            .retry(FAST.retry().withMaxAttempts(1))
            .build();

    private final EngineFixture fixture = new EngineFixture();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicInteger hanging = new AtomicInteger();
    private volatile boolean allHang;

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    private void start() {
        fixture.engine(queue, SETTINGS, DispatchListener.NONE, 1, (topic, messages) -> {
                    if (topic.startsWith("hanging") || (allHang && topic.startsWith("quick-"))) {
                        hanging.incrementAndGet();
                        end.await();
                    }
                    handled.incrementAndGet();
                })
                .start();
        send(queue, "quick", "at first");
        awaitDrained(queue, "quick");
    }

    @Test
    void newTopicsThatHangDoNotKeepOthersWaiting() {
        start();
        for (int i = 0; i < HANGING; i++) {
            send(queue, "hanging-" + i, "one");
        }
        await().atMost(LONG).until(() -> hanging.get() >= Math.min(HANGING, WORKERS - 1));

        send(queue, "quick", "one");
        send(queue, "new", "one");

        awaitDrained(queue, "quick");
        awaitDrained(queue, "new");
        await().atMost(LONG).until(() -> hanging.get() == HANGING);
        assertThat(end.getCount()).isOne();
    }

    @Test
    void moreTopicsThatHangThanCallsMayGoOnLeaveOneWorkerToOthers() {
        start();
        int most = DeliveryFeedback.MOST_HANDED_OVER + WORKERS - 1;
        for (int i = 0; i < most + WORKERS; i++) {
            send(queue, "hanging-" + i, "one");
        }

        await().atMost(LONG).until(() -> {
            send(queue, "quick", "one");
            awaitDrained(queue, "quick");
            return hanging.get() >= most;
        });

        send(queue, "quick", "at last");
        awaitDrained(queue, "quick");
        assertThat(hanging).hasValue(most);
    }

    @Test
    void moreQuickTopicsThatBeginToHangThanCallsMayGoOnLeaveOneWorkerToOthers() {
        start();
        int most = DeliveryFeedback.MOST_HANDED_OVER + WORKERS - 1;
        List<String> topics = IntStream.range(0, most + 2 * WORKERS)
                .mapToObj(i -> "quick-" + i)
                .toList();
        topics.forEach(topic -> send(queue, topic, "at first"));
        await().atMost(LONG).until(() -> handled.get() == 1 + topics.size());

        allHang = true;
        for (int i = 0; i < topics.size(); i++) {
            send(queue, topics.get(i), "hangs");
            if (i % WORKERS == 0) {
                send(queue, "quick", "one");
                awaitDrained(queue, "quick");
            }
        }

        await().atMost(LONG).until(() -> hanging.get() >= most);
        send(queue, "quick", "at last");
        awaitDrained(queue, "quick");
        assertThat(hanging).hasValue(most);
    }

    @Test
    void quickTopicsThatBeginToHangDoNotKeepOthersWaiting() {
        start();
        for (int i = 0; i < HANGING; i++) {
            send(queue, "quick-" + i, "at first");
            awaitDrained(queue, "quick-" + i);
        }
        allHang = true;
        for (int i = 0; i < HANGING; i++) {
            send(queue, "quick-" + i, "hangs");
        }
        await().atMost(LONG).until(() -> hanging.get() >= Math.min(HANGING, WORKERS - 1));

        send(queue, "new", "one");

        awaitDrained(queue, "new");
    }
}
