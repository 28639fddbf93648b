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
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.WakeUpOperations.Subscription;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls whose answers, or signals, don't arrive. */
@Timeout(300)
class LostAnswersTest {

    private final EngineFixture fixture = new EngineFixture();
    private final EngineFixture.Heard heard = new EngineFixture.Heard();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void messagesWhoseSignalsAreLostAreFoundByTheSweep() {
        DelayQueueMessage deaf = Interposed.on(
                queue, (method, arguments, call) -> method.equals("subscribe") ? (Subscription) () -> {} : call.call());
        fixture.engine(deaf, FAST, heard, 1, (topic, messages) -> {}).start();

        for (int i = 0; i < 5; i++) {
            send(queue, "orders", "id" + i);
            awaitDrained(queue, "orders");
        }
    }

    @Test
    void messagesAreDispatchedWhereSubscribingIsNotPossible() {
        DelayQueueMessage forbidden = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("subscribe")) {
                throw ScriptedFailures.refused();
            }
            return call.call();
        });
        fixture.engine(forbidden, FAST, heard, 1, (topic, messages) -> {}).start();

        send(queue, "orders", "one");

        awaitDrained(queue, "orders");
    }

    @Test
    void whatWasReplacedBeforeItWasBegunIsNotDeliveredInItsOldForm() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        AtomicBoolean reported = new AtomicBoolean();
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        InMemoryDelayQueue standing =
                InMemoryDelayQueue.builder().clock(MovableClock.stopped()).build();
        DelayQueueMessage observed = Interposed.on(standing, (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("renew") && answer instanceof Set<?> ids) {
                // The renewal after the one that reported it: by then that answer was taken note of.
                if (reported.get()) {
                    lost.countDown();
                }
                reported.compareAndSet(false, !ids.isEmpty());
            }
            return answer;
        });
        // The first message is alone; the next two are claimed together. Their lease is renewed often, and never ends.
        fixture.engine(
                        observed,
                        FAST.toBuilder().workers(1).lease(Duration.ofSeconds(1)).build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            bodies.add(messages.get(0).body());
                            if (messages.get(0).id().equals("id1")) {
                                begun.countDown();
                                lost.await(60, TimeUnit.SECONDS);
                            }
                        })
                .start();
        sendMany(standing, "orders", "id", 3);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        send(standing, "orders", "id2");

        awaitDrained(standing, "orders");

        assertThat(bodies).containsExactly("x", "x", "body of id2");
    }

    @Test
    void aClaimWhoseAnswerIsLostHandsOverTheSameMessagesOnce() {
        Queue<ClaimRequest> claims = new ConcurrentLinkedQueue<>();
        AtomicBoolean lose = new AtomicBoolean(true);
        DelayQueueMessage flaky = Interposed.on(queue, (method, arguments, call) -> {
            Object answer = call.call();
            if (answer instanceof ClaimResult claim) {
                claims.add((ClaimRequest) arguments[0]);
                if (!claim.messages().isEmpty() && lose.compareAndSet(true, false)) {
                    throw ScriptedFailures.unknown();
                }
            }
            return answer;
        });
        fixture.engine(flaky, FAST, heard, 1, (topic, messages) -> {}).start();
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        List<ClaimRequest> requests = List.copyOf(claims);
        assertThat(requests.get(1)).isEqualTo(requests.get(0));
        await().atMost(LONG).untilAsserted(() -> assertThat(heard.lines).containsExactly("delivered one"));
    }

    @Test
    void whateverAnswersAreLostEveryMessageIsDeliveredOnceByHandlersThatReturn() {
        // By chance, since few calls in turn could meet a fixed pattern again and again.
        Random random = new Random(1);
        DelayQueueMessage flaky = Interposed.on(queue, (method, arguments, call) -> {
            if (random.nextInt(7) == 0) {
                throw ScriptedFailures.refused();
            }
            Object answer = call.call();
            if (random.nextInt(5) == 0) {
                throw ScriptedFailures.unknown();
            }
            return answer;
        });
        Map<String, AtomicInteger> got = new ConcurrentHashMap<>();
        fixture.engine(
                        flaky,
                        FAST.toBuilder().sweep(Duration.ofMillis(5)).build(),
                        heard,
                        1,
                        (topic, messages) -> got.computeIfAbsent(messages.get(0).id(), id -> new AtomicInteger())
                                .incrementAndGet())
                .start();
        sendMany(queue, "orders", "id", 2_000);

        // Pauses between repeats grow to 5 s.
        await().atMost(Duration.ofMinutes(3))
                .until(() -> queue.counts("orders").due() == 0
                        && queue.counts("orders").leased() == 0);

        assertThat(got).hasSize(2_000);
        assertThat(got.values()).allMatch(times -> times.get() == 1);
    }

    @Test
    void aBatchWhoseLeaseIsOverBeforeItsAnswerComesIsNotHandled() throws Exception {
        MovableClock clock = MovableClock.stopped();
        InMemoryDelayQueue standing = InMemoryDelayQueue.builder().clock(clock).build();
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch deliveredElsewhere = new CountDownLatch(1);
        CountDownLatch settled = new CountDownLatch(1);
        Queue<String> settlements = new ConcurrentLinkedQueue<>();
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        DelayQueueMessage late = Interposed.on(standing, (method, arguments, call) -> {
            if (method.equals("claim") && claimed.getCount() == 0) {
                deliveredElsewhere.await(60, TimeUnit.SECONDS);
            }
            Object answer = call.call();
            if (answer instanceof ClaimResult claim && !claim.messages().isEmpty()) {
                claimed.countDown();
                deliveredElsewhere.await(60, TimeUnit.SECONDS);
            }
            if (List.of("ack", "release", "retry").contains(method)) {
                settlements.add(method);
                settled.countDown();
            }
            return answer;
        });
        DispatchSettings settings =
                FAST.toBuilder().workers(1).lease(Duration.ofMillis(200)).build();
        fixture.engine(
                        late,
                        settings,
                        heard,
                        1,
                        (topic, messages) -> attempts.add(messages.get(0).attempt()))
                .start();
        send(standing, "orders", "one");
        assertThat(claimed.await(60, TimeUnit.SECONDS)).isTrue();
        clock.advance(settings.lease());
        // By the clock of the engine that has no answer, too.
        await().atMost(LONG).pollDelay(settings.lease()).until(() -> true);

        // Its own lease ends only with the clock.
        fixture.engine(standing, FAST.toBuilder().workers(1).build(), heard, 1, (topic, messages) -> {
                    attempts.add(messages.get(0).attempt());
                    deliveredElsewhere.countDown();
                })
                .start();

        assertThat(settled.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(settlements).containsExactly("release");
        assertThat(attempts).containsExactly(2);
        awaitDrained(standing, "orders");
    }
}
