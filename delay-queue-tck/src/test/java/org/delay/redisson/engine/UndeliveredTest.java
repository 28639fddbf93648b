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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.DispatchOperations.Form;
import org.delay.redisson.ForwardingDelayQueue;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What becomes of messages that are not handed to the consumer, or not as it asks. */
@Timeout(300)
class UndeliveredTest extends FailuresFixture {

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
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(heard.lines).containsExactlyInAnyOrder("expired old", "delivered young"));
        assertThat(later.counts("orders").dead()).isZero();
    }

    @Test
    void aBacklogOfExpiredMessagesIsDroppedInFewClaims() {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        InMemoryDelayQueue late = InMemoryDelayQueue.builder().clock(clock).build();
        late.schedule(IntStream.range(0, 1_000)
                .mapToObj(i -> OutgoingMessage.to("orders")
                        .id("old-" + i)
                        .body("x")
                        .delay(Duration.ZERO)
                        .timeToLive(Duration.ofSeconds(1))
                        .build())
                .toList());
        clock.advance(Duration.ofSeconds(30));
        AtomicInteger claims = new AtomicInteger();
        DelayQueueMessage counted = new ForwardingDelayQueue(late) {
            @Override
            public ClaimResult claim(ClaimRequest request) {
                ClaimResult result = super.claim(request);
                claims.addAndGet(result.messages().isEmpty() ? 0 : 1);
                return result;
            }
        };
        start(counted, 1, (topic, messages) -> {});

        awaitDrained(late, "orders");
        assertThat(got).isEmpty();
        assertThat(claims).hasValueLessThan(100);
    }

    @Test
    void whatKilledItsReceiversIsADeadLetter() {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
        InMemoryDelayQueue mortal = InMemoryDelayQueue.builder().clock(clock).build();
        send(mortal, "orders", "deadly");
        for (int i = 0; i < 6; i++) {
            mortal.claim(new ClaimRequest(
                    0, "orders", new ClaimId("died-" + i, 1), Duration.ofSeconds(1), new ClaimLimit(1, 1_000)));
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
            if (answer instanceof ClaimResult claim) {
                return new ClaimResult(
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

    /** Else an instance of the earlier version would put off most of a topic in an upgrade. */
    @Test
    void whatALaterVersionWroteIsNotClaimedInEverLargerBatches() {
        sendMany(queue, "orders", "newer", 20);
        AtomicInteger claimed = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        start(
                new ForwardingDelayQueue(storedAs(Form.NEWER)) {
                    @Override
                    public ClaimResult claim(ClaimRequest request) {
                        ClaimResult result = super.claim(request);
                        claimed.addAndGet(result.messages().size());
                        most.accumulateAndGet(result.messages().size(), Math::max);
                        return result;
                    }
                },
                1,
                (topic, messages) -> {});

        await().atMost(LONG).until(() -> claimed.get() >= 20);
        assertThat(most).hasValue(1);
        assertThat(got).isEmpty();
    }

    @Test
    void whatIsDamagedIsADeadLetter() {
        start(storedAs(Form.DAMAGED), 1, (topic, messages) -> {});
        send(queue, "orders", "one");

        awaitDead("one");

        assertThat(got).isEmpty();
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
