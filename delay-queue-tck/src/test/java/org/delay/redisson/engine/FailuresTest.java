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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.Claim;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.PartialFailure;
import org.delay.redisson.PermanentFailure;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What becomes of messages whose delivery fails, for each way to fail. */
@Timeout(60)
class FailuresTest {

    private final EngineFixture fixture = new EngineFixture();
    private final EngineFixture.Heard heard = new EngineFixture.Heard();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final Queue<DelayedMessage> got = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void start(DelayQueueMessage on, int batchSize, EngineFixture.Handler handler) {
        fixture.engine(on, FAST, heard, batchSize, (topic, messages) -> {
                    got.addAll(messages);
                    handler.handle(topic, messages);
                })
                .start();
    }

    private void start(EngineFixture.Handler handler) {
        start(queue, 1, handler);
    }

    private DelayQueueMessage.StoredMessage awaitDead(String id) {
        await().atMost(LONG)
                .until(() -> queue.find("orders", id)
                        .filter(found -> found.state() == State.DEAD)
                        .isPresent());
        return queue.find("orders", id).orElseThrow();
    }

    private List<Integer> attempts(String id) {
        return got.stream()
                .filter(message -> message.id().equals(id))
                .map(DelayedMessage::attempt)
                .toList();
    }

    /** Before a claim, after it, or now and then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aConsumerThatDoesNotSayHowManyItTakesGetsOneByOne(int each) {
        AtomicInteger asked = new AtomicInteger();
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {
                got.addAll(messages);
            }

            @Override
            public int batchSize(String topic) {
                if (asked.incrementAndGet() % each == 0) {
                    throw new StackOverflowError("on purpose");
                }
                return 2;
            }
        };
        fixture.engine(queue, FAST, heard, consumer).start();
        sendMany(queue, "orders", "id", 20);

        awaitDrained(queue, "orders");
        assertThat(got).hasSize(20).allMatch(message -> message.attempt() == 1);
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

        assertThat(awaitDead("one").failures()).isEqualTo(2);
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
    void whatIsOlderThanItsTimeToLiveIsDroppedAndTold() {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        InMemoryDelayQueue later = InMemoryDelayQueue.builder().clock(clock).build();
        later.schedule(List.of(
                OutgoingMessage.to("orders")
                        .id("old")
                        .body("x")
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofSeconds(1))
                        .build(),
                OutgoingMessage.to("orders")
                        .id("young")
                        .body("x")
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofMinutes(1))
                        .build()));
        clock.advance(Duration.ofSeconds(30));
        start(later, 1, (topic, messages) -> {});

        awaitDrained(later, "orders");

        assertThat(got).extracting(DelayedMessage::id).containsExactly("young");
        assertThat(heard.lines).containsExactlyInAnyOrder("expired old", "delivered young");
        assertThat(later.counts("orders").dead()).isZero();
    }

    @Test
    void whatKilledItsReceiversIsADeadLetter() {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        InMemoryDelayQueue mortal = InMemoryDelayQueue.builder().clock(clock).build();
        send(mortal, "orders", "deadly");
        for (int i = 0; i < 6; i++) {
            mortal.claim(new ClaimRequest(0, "orders", "died-" + i, 1, Duration.ofSeconds(1), 1, 1_000));
            clock.advance(Duration.ofSeconds(2));
        }
        start(mortal, 1, (topic, messages) -> {});

        await().atMost(LONG).until(() -> mortal.counts("orders").dead() == 1);

        assertThat(got).isEmpty();
        assertThat(mortal.find("orders", "deadly").orElseThrow().error()).contains("max-lease-expirations");
    }

    private DelayQueueMessage storedAs(Form form) {
        return Interposed.on(queue, (method, arguments, call) -> {
            Object answer = call.call();
            if (answer instanceof Claim claim) {
                return new Claim(
                        claim.stale(),
                        claim.lease(),
                        claim.messages().stream()
                                .map(claimed -> new Claimed(
                                        claimed.message(),
                                        form,
                                        claimed.timeToLive(),
                                        claimed.failures(),
                                        claimed.leaseExpirations()))
                                .toList(),
                        claim.state());
            }
            return answer;
        });
    }

    @Test
    void whatALaterVersionWroteGoesBackForAWhile() {
        start(storedAs(Form.NEWER), 1, (topic, messages) -> {});
        send(queue, "orders", "newer");

        await().atMost(LONG)
                .until(() -> queue.find("orders", "newer")
                        .filter(found -> found.state() == State.DUE
                                && found.at().isAfter(Instant.now().plusSeconds(5)))
                        .isPresent());

        DelayQueueMessage.StoredMessage found = queue.find("orders", "newer").orElseThrow();
        assertThat(found.failures()).isZero();
        assertThat(got).isEmpty();
    }

    @Test
    void whatIsDamagedIsADeadLetter() {
        start(storedAs(Form.DAMAGED), 1, (topic, messages) -> {});
        send(queue, "orders", "one");

        awaitDead("one");

        assertThat(got).isEmpty();
    }

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
        for (int i = 0; i < 30; i++) {
            send(queue, "good", "good" + i);
            String id = "good" + i;
            await().atMost(LONG).until(() -> queue.find("good", id).isEmpty());
        }

        DelayQueueMessage.Counts bad = queue.counts("bad");
        assertThat(bad.due() + bad.leased()).isEqualTo(300);
        down.set(false);
        await().atMost(Duration.ofSeconds(60)).until(() -> queue.counts("bad").due() == 0);
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
        assertThat(heard.lines).doesNotContain("paused");
        refused.set(false);
        await().atMost(Duration.ofSeconds(60)).until(() -> queue.counts("bad").due() == 0);
        awaitDrained(queue, "bad");
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

        assertThat(several.await(20, TimeUnit.SECONDS)).isTrue();
        DelayQueueMessage.Counts counts = queue.counts("orders");
        assertThat(counts.due() + counts.leased()).isEqualTo(500);
        down.set(false);

        awaitDrained(queue, "orders");
        // Four workers when it begins, and one probe a pause; not one each message.
        assertThat(refused.get()).isLessThan(20);
        assertThat(got).allMatch(message -> message.attempt() == 1);
        assertThat(queue.counts("orders").dead()).isZero();
        assertThat(heard.lines.stream().filter(line -> !line.startsWith("delivered")))
                .containsExactly("paused", "resumed");
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

        await().atMost(LONG).until(() -> heard.lines.contains("paused"));
        down.set(false);
        awaitDrained(queue, "orders");

        assertThat(got).allMatch(message -> message.attempt() == 1);
        assertThat(heard.lines).contains("resumed");
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
                        .containsExactlyInAnyOrder("paused", "resumed", "retried one", "delivered one"));
        assertThat(attempts("one")).containsExactly(1, 1, 2);
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

    /** As while the slot of one shard moves in a Cluster: the others' success is not the end of it. */
    @Test
    void aTopicThatOneShardRefusesIsToldOnceThoughOthersServeIt() {
        InMemoryDelayQueue sharded = InMemoryDelayQueue.builder().shards(2).build();
        AtomicInteger refusals = new AtomicInteger();
        DelayQueueMessage refusing = Interposed.on(sharded, (method, arguments, call) -> {
            if (method.equals("claim") && ((ClaimRequest) arguments[0]).shard() == 0) {
                refusals.incrementAndGet();
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        Logger logger = (Logger) LoggerFactory.getLogger(TopicWarning.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            start(refusing, 1, (topic, messages) -> {});
            AtomicInteger numbers = new AtomicInteger();
            await().atMost(LONG).until(() -> {
                send(sharded, "orders", "id-" + numbers.incrementAndGet());
                return refusals.get() >= 3 && got.size() >= 3;
            });
        } finally {
            fixture.close();
            logger.detachAppender(log);
        }

        assertThat(log.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN);
    }
}
