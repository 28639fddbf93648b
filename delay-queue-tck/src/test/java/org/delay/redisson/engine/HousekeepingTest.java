package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.send;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.GivenUp;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Timeout(300)
class HousekeepingTest {

    private final MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().clock(clock).build();
    private final DelayQueueTopicRegistrar registrar = new DelayQueueTopicRegistrar() {
        @Override
        public void registrar(String topic) {}

        @Override
        public Set<String> pullAll() {
            return Set.of("orders", "bills");
        }
    };

    private void bury(String id) {
        send(queue, "orders", id);
        ClaimResult claim = queue.claim(new ClaimRequest(
                0, "orders", new ClaimId("test-" + id, 1), Duration.ofMinutes(1), new ClaimLimit(1, 1_000)));
        queue.bury(claim.lease(), List.of(new GivenUp(id, "on purpose", false, false)));
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("delay-queue-housekeeping"))
                .count();
    }

    @Test
    void repairsAtStartAndDeletesDeadLettersPastTheirRetention() {
        AtomicInteger repaired = new AtomicInteger();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("repair")) {
                repaired.addAndGet(((Collection<?>) arguments[0]).size());
            }
            return call.call();
        });
        bury("old");
        clock.advance(Duration.ofHours(2));
        bury("young");
        Housekeeping housekeeping = new Housekeeping(watched, registrar, Duration.ofHours(1));

        housekeeping.start();
        housekeeping.start();
        await().atMost(LONG)
                .until(() -> repaired.get() == 2 && queue.find("orders", "old").isEmpty());
        housekeeping.stop();
        housekeeping.stop();

        assertThat(repaired).hasValue(2);
        assertThat(queue.find("orders", "young")).isPresent();
        await().atMost(LONG).until(() -> threads() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "bills"})
    void aTopicThatFailsIsNoReasonToLeaveTheOthers(String broken) {
        Set<Object> kept = ConcurrentHashMap.newKeySet();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("repair") && ((Collection<?>) arguments[0]).contains(broken)) {
                throw ScriptedFailures.refused();
            }
            if (method.equals("counts")) {
                kept.addAll((Collection<?>) arguments[0]);
            }
            return call.call();
        });
        Housekeeping housekeeping = new Housekeeping(watched, registrar, null);

        housekeeping.start();
        await().atMost(LONG).until(() -> kept.size() == 1);
        housekeeping.stop();

        assertThat(kept).doesNotContain(broken);
    }

    /** Old ones, or those that somebody wrote with another codec. */
    @Test
    void namesThatAreNoTopicsAreNoReasonToLeaveTheOthers() {
        Set<Object> repaired = ConcurrentHashMap.newKeySet();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("repair")) {
                repaired.add(arguments[0]);
            }
            return call.call();
        });
        DelayQueueTopicRegistrar strange = new DelayQueueTopicRegistrar() {
            @Override
            public void registrar(String topic) {}

            @Override
            public Set<String> pullAll() {
                return new LinkedHashSet<>(List.of("", "..", "a b", "\u0004>order", "orders"));
            }
        };
        Housekeeping housekeeping = new Housekeeping(watched, strange, null);

        housekeeping.start();
        await().atMost(LONG).until(() -> repaired.contains(List.of("orders")));
        housekeeping.stop();

        assertThat(repaired).containsExactly(List.of("orders"));
    }

    @Test
    void keepsDeadLettersWhereThereIsNoRetention() {
        AtomicBoolean counted = new AtomicBoolean();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            counted.compareAndSet(false, method.equals("counts"));
            return call.call();
        });
        bury("old");
        clock.advance(Duration.ofDays(1_000));
        Housekeeping housekeeping = new Housekeeping(watched, registrar, null);

        housekeeping.start();
        await().atMost(LONG).untilTrue(counted);
        housekeeping.stop();

        assertThat(queue.find("orders", "old")).isPresent();
    }

    @Test
    void aFailureDoesNotEndItAndAGivenExecutorStaysTheCallers() {
        AtomicInteger calls = new AtomicInteger();
        DelayQueueMessage away = Interposed.on(queue, (method, arguments, call) -> {
            calls.incrementAndGet();
            throw ScriptedFailures.refused();
        });
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        // Those of the tests before.
        await().atMost(LONG).until(() -> threads() == 0);
        Housekeeping housekeeping = new Housekeeping(away, registrar, null, executor);

        for (int i = 1; i <= 3; i++) {
            // Both topics together, and each of them.
            int callsOfRounds = 3 * i;
            housekeeping.start();
            await().atMost(LONG).until(() -> calls.get() == callsOfRounds);
            housekeeping.stop();
        }

        assertThat(executor.isShutdown()).isFalse();
        executor.shutdownNow();
        assertThat(threads()).isZero();
    }

    /** Redis may be closed by then, and nobody must look for what has ended in order. */
    @Test
    void aRoundThatFailsAfterItsStopIsNotReported() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        DelayQueueMessage closed = Interposed.on(queue, (method, arguments, call) -> {
            begun.countDown();
            stopped.await();
            throw ScriptedFailures.refused();
        });
        Logger logger = (Logger) LoggerFactory.getLogger(Outage.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            Housekeeping housekeeping = new Housekeeping(closed, registrar, null);
            housekeeping.start();
            begun.await();
            housekeeping.stop();
            stopped.countDown();
            await().atMost(LONG).until(() -> threads() == 0);
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list).noneMatch(event -> event.getFormattedMessage().contains("Housekeeping"));
    }

    @Test
    void aRetentionOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Housekeeping(queue, registrar, Duration.ZERO))
                .withMessageContaining("retention")
                .withMessageContaining("0ms");
    }
}
