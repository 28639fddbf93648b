package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.FigureOperations;
import org.delay.redisson.MinuteFigures;
import org.delay.redisson.TopicFigures;
import org.delay.redisson.engine.report.FigureRecorder;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.Test;

/** What the engine delivers is seen in the figures of the service, whatever the store does. */
class FigureRecorderTest {

    private static final Duration SHORT = Duration.ofMillis(20);

    private static final DelayedMessage MESSAGE =
            new DelayedMessage("orders", "1", "", null, Map.of(), Instant.EPOCH, 4, 1);

    /** Takes calls, and fails as a test says. */
    private static final class Store implements FigureOperations {

        private final Queue<Map<String, TopicFigures>> calls = new ConcurrentLinkedQueue<>();
        private volatile boolean fails;

        @Override
        public void addFigures(Map<String, TopicFigures> figures) {
            if (fails) {
                throw new IllegalStateException("on purpose");
            }
            calls.add(figures);
        }

        @Override
        public List<MinuteFigures> figures(Collection<String> topics) {
            throw new UnsupportedOperationException();
        }

        TopicFigures sum(String topic) {
            return calls.stream()
                    .map(call -> call.getOrDefault(topic, TopicFigures.NONE))
                    .reduce(TopicFigures.NONE, TopicFigures::plus);
        }
    }

    @Test
    void addsWhatTheEngineDelivers() {
        DelayQueueMessage queue = InMemoryDelayQueue.builder().build();
        try (EngineFixture fixture = new EngineFixture();
                FigureRecorder recorder = new FigureRecorder(queue, SHORT)) {
            fixture.engine(queue, EngineFixture.FAST, recorder, 1, (topic, messages) -> {
                        if (messages.get(0).id().equals("bad")) {
                            throw new IllegalStateException("on purpose");
                        }
                    })
                    .start();
            List.of("good-1", "good-2", "bad").forEach(id -> EngineFixture.send(queue, "orders", id));

            // Three attempts: two failures that are tried again, and a dead letter.
            await().atMost(EngineFixture.LONG).untilAsserted(() -> {
                TopicFigures figures = queue.figures(List.of()).stream()
                        .map(minute -> minute.topics().getOrDefault("orders", TopicFigures.NONE))
                        .reduce(TopicFigures.NONE, TopicFigures::plus);
                assertThat(List.of(figures.delivered(), figures.failed(), figures.dead()))
                        .containsExactly(2L, 2L, 1L);
                assertThat(figures.lateness(0.5)).isPresent();
            });
        }
    }

    @Test
    void aStoreThatFailsLosesFiguresAndNothingElse() {
        Store store = new Store();
        store.fails = true;
        try (FigureRecorder recorder = new FigureRecorder(store, SHORT)) {
            recorder.delivered(MESSAGE, Duration.ZERO, Duration.ZERO);
            await().atMost(EngineFixture.LONG).untilAsserted(() -> {
                recorder.retried(MESSAGE, new IllegalStateException(), Duration.ZERO);
                store.fails = false;
                assertThat(store.calls).isNotEmpty();
            });
        }
        assertThat(store.sum("orders").failed()).isPositive();
    }

    @Test
    void closeStoresTheRest() {
        Store store = new Store();
        FigureRecorder recorder = new FigureRecorder(store, EngineFixture.FOR_EVER);
        recorder.delivered(MESSAGE, Duration.ofMillis(70), Duration.ofMillis(1));
        recorder.delivered(MESSAGE, Duration.ofDays(1), Duration.ZERO);
        recorder.dead(MESSAGE, "no use", null);
        assertThat(store.calls).isEmpty();

        recorder.close();

        assertThat(store.calls).hasSize(1);
        TopicFigures figures = store.sum("orders");
        assertThat(figures.delivered()).isEqualTo(2);
        assertThat(figures.dead()).isEqualTo(1);
        assertThat(figures.lateness()).containsExactly(0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L);
    }

    /** With 100,000 topics it keeps some, and tells of the most active. */
    @Test
    void memoryIsBounded() {
        Store store = new Store();
        FigureRecorder recorder = new FigureRecorder(store, EngineFixture.FOR_EVER);
        recorder.delivered(MESSAGE, Duration.ZERO, Duration.ZERO);
        recorder.delivered(MESSAGE, Duration.ZERO, Duration.ZERO);
        for (int i = 0; i < 5_000; i++) {
            recorder.delivered(
                    new DelayedMessage("t" + i, "1", "", null, Map.of(), MESSAGE.dueTime(), 4, 1),
                    Duration.ZERO,
                    Duration.ZERO);
        }

        recorder.close();

        assertThat(store.calls).hasSize(1);
        assertThat(store.calls.element()).hasSize(FigureOperations.MAX_TOPICS);
        assertThat(store.sum("orders").delivered()).isEqualTo(2);
    }
}
