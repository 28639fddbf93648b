package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.report.DispatchListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What becomes of messages whose handler fails, for each way to fail. */
@Timeout(300)
class FailuresTest extends FailuresFixture {

    /** Otherwise, a handler that fails could only be found in its own log. */
    @Test
    void theStackTraceOfAFailedHandlerIsLoggedAtDebug() {
        Logger logger = (Logger) LoggerFactory.getLogger("org.delay.redisson.engine.settle.SettlementReporter");
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.DEBUG);
        try {
            start((topic, messages) -> {
                throw new IllegalStateException("outer", new ArithmeticException("inner"));
            });
            send(queue, "orders", "one");
            await().atMost(LONG).until(() -> withThrowable(log).size() >= 3);
        } finally {
            fixture.close();
            logger.setLevel(before);
            logger.detachAppender(log);
        }
        assertThat(withThrowable(log))
                .hasSize(3)
                .allSatisfy(
                        event -> assertThat(event.getThrowableProxy().getCause().getMessage())
                                .isEqualTo("inner"))
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("Failed: topic orders, id one, attempt 1");
    }

    private static List<ILoggingEvent> withThrowable(ListAppender<ILoggingEvent> log) {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getThrowableProxy() != null)
                .toList();
    }

    /** Exceptions of users may override anything. */
    @Test
    void anExceptionThatCannotBeAskedFailsItsMessageLikeAnyOther() {
        start((topic, messages) -> {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new StackOverflowError();
                }

                @Override
                public synchronized Throwable getCause() {
                    throw new UnsupportedOperationException();
                }
            };
        });
        send(queue, "orders", "one");

        assertThat(awaitDead("one").failures()).isEqualTo(3);
        assertThat(attempts("one")).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, InterruptedException.class, NoClassDefFoundError.class})
    void whateverIsThrownIsAFailureAndTheWorkerGoesOn(Class<? extends Throwable> type) {
        DispatchSettings one = FAST.toBuilder().workers(1).build();
        fixture.engine(queue, one, heard, 1, (topic, messages) -> {
                    got.addAll(messages);
                    Thread.currentThread().interrupt();
                    if (messages.get(0).id().equals("bad")) {
                        throw EngineFixture.sneaky(type.getDeclaredConstructor().newInstance());
                    }
                })
                .start();
        send(queue, "orders", "bad");
        awaitDead("bad");
        send(queue, "orders", "good");

        awaitDrained(queue, "orders");
        assertThat(attempts("bad")).containsExactly(1, 2, 3);
        assertThat(attempts("good")).containsExactly(1);
    }

    @Test
    void whatFailsIsTriedAgainUntilItSucceeds() {
        start((topic, messages) -> {
            if (messages.get(0).attempt() < 3) {
                throw new IllegalStateException("not yet");
            }
        });
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        assertThat(attempts("one")).containsExactly(1, 2, 3);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard.lines)
                        .containsExactlyInAnyOrder("retried one", "retried one", "delivered one"));
    }

    @Test
    void whatAlwaysFailsIsADeadLetterAfterItsAttempts() {
        start((topic, messages) -> {
            throw new IllegalStateException("no stock");
        });
        send(queue, "orders", "one");

        assertThat(awaitDead("one").error()).contains("IllegalStateException: no stock");

        assertThat(attempts("one")).containsExactly(1, 2, 3);
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(heard.lines).containsExactlyInAnyOrder("retried one", "retried one", "dead one"));
    }

    @Test
    void anErrorTakesNoWorkerAlong() {
        start((topic, messages) -> {
            switch (messages.get(0).id()) {
                case "memory" -> throw new OutOfMemoryError("on purpose");
                case "linkage" -> throw new NoClassDefFoundError("on purpose");
                case "stack" -> throw new StackOverflowError();
                default -> {}
            }
        });
        List.of("memory", "linkage", "stack").forEach(id -> send(queue, "orders", id));
        List.of("memory", "linkage", "stack").forEach(this::awaitDead);

        sendMany(queue, "orders", "fine", 100);

        awaitDrained(queue, "orders");
        assertThat(queue.counts("orders").dead()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"permanent", "unreadable"})
    void whatNoAttemptCanHelpIsADeadLetterAtOnce(String how) {
        EngineFixture.Consumer[] consumer = new EngineFixture.Consumer[1];
        consumer[0] = new EngineFixture.Consumer(1, (topic, messages) -> {
            got.addAll(messages);
            if (how.equals("permanent")) {
                throw new PermanentFailure("never");
            }
            consumer[0].readAs(messages.get(0), Integer.class);
        });
        fixture.engine(queue, FAST, heard, consumer[0]).start();
        send(queue, "orders", "one");

        assertThat(awaitDead("one").error()).doesNotContain("body of one");
        assertThat(attempts("one")).containsExactly(1);
    }

    @Test
    void ofAPartialFailureOnlyWhatItNamesIsTriedAgain() {
        start(queue, 10, (topic, messages) -> {
            Map<String, Throwable> causes = messages.stream()
                    .filter(message -> message.id().startsWith("bad") && message.attempt() == 1)
                    .collect(Collectors.toMap(
                            DelayedMessage::id,
                            message -> message.id().equals("bad-for-ever")
                                    ? new PermanentFailure("never")
                                    : new IllegalStateException("not yet")));
            if (!causes.isEmpty()) {
                throw new PartialFailure(causes);
            }
        });
        queue.schedule(IntStream.range(0, 10)
                .mapToObj(i -> i == 3 ? "bad" : i == 4 ? "bad-for-ever" : "good" + i)
                .map(id -> OutgoingMessage.to("orders")
                        .id(id)
                        .body("x")
                        .delay(Duration.ZERO)
                        .build())
                .toList());

        awaitDrained(queue, "orders");

        assertThat(attempts("bad")).containsExactly(1, 2);
        assertThat(attempts("bad-for-ever")).containsExactly(1);
        assertThat(attempts("good9")).containsExactly(1);
        awaitDead("bad-for-ever");
    }

    @Test
    void aPartialFailureThatNamesStrangersIsAFailureOfAll() {
        start(queue, 1, (topic, messages) -> {
            if (messages.get(0).attempt() == 1) {
                throw new PartialFailure(Map.of("stranger", new IllegalStateException("?")));
            }
        });
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        assertThat(attempts("one")).containsExactly(1, 2);
    }

    @Test
    void anUnknownOutcomeIsTriedAgainAndMakesACancelUncertain() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        fixture.engine(
                        queue,
                        FAST.toBuilder()
                                .retry(new RetryPolicy(3, Duration.ofHours(1), 1, Duration.ofHours(1), 0))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            failed.countDown();
                            throw new DelayQueueException.OutcomeUnknown(
                                    topic, List.of(), new IllegalStateException("timed out"));
                        })
                .start();
        send(queue, "orders", "one");
        await().atMost(LONG).until(() -> heard.lines.contains("retried one"));

        assertThat(queue.cancel("orders", "one")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        DispatchListener broken = new DispatchListener() {
            @Override
            public void started(DelayedMessage message) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void delivered(DelayedMessage message, Duration lateness, Duration took) {
                throw new NoClassDefFoundError("on purpose");
            }
        };
        fixture.engine(queue, FAST, broken, 1, (topic, messages) -> got.addAll(messages))
                .start();
        sendMany(queue, "orders", "id", 20);

        awaitDrained(queue, "orders");

        assertThat(got).hasSize(20).allMatch(message -> message.attempt() == 1);
    }
}
