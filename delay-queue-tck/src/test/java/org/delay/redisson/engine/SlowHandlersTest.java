package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;
import static org.delay.redisson.engine.EngineFixture.sendMany;
import static org.delay.redisson.engine.EngineFixture.stopAtOnce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.RedriveResult;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handlers that take long, too long, or for ever. */
@Timeout(300)
class SlowHandlersTest {

    /** A handler that was at rest with its machine, and so took too long, may try again. */
    private static final DispatchSettings PATIENT =
            FAST.toBuilder().retry(FAST.retry().withMaxAttempts(100)).build();

    private final EngineFixture fixture = new EngineFixture();
    private final EngineFixture.Heard heard = new EngineFixture.Heard();
    private final InMemoryDelayQueue queue = InMemoryDelayQueue.builder().build();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
        fixture.close();
    }

    /** A handler's worst: it does not end, whatever anybody does. */
    private void hang(CountDownLatch until) {
        boolean over = false;
        while (!over) {
            try {
                over = until.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    /** The queue's clock goes on with each renewal only, by nearly as much as that was good for. */
    @Test
    void theLeaseIsKeptWhileTheHandlerIsAtWork() throws Exception {
        Duration lease = Duration.ofMillis(600);
        MovableClock clock = MovableClock.stopped();
        InMemoryDelayQueue standing = InMemoryDelayQueue.builder().clock(clock).build();
        CountDownLatch renewed = new CountDownLatch(5);
        DelayQueueMessage watched = Interposed.on(standing, (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("renew")) {
                clock.advance(lease.multipliedBy(9).dividedBy(10));
                renewed.countDown();
            }
            return answer;
        });
        AtomicInteger handled = new AtomicInteger();
        EngineFixture.Handler handler = (topic, messages) -> {
            handled.incrementAndGet();
            renewed.await(60, TimeUnit.SECONDS);
        };
        DispatchSettings settings = FAST.toBuilder().lease(lease).build();
        fixture.engine(watched, settings, heard, 1, handler).start();
        fixture.engine(watched, settings, heard, 1, handler).start();
        send(standing, "orders", "one");

        assertThat(renewed.await(60, TimeUnit.SECONDS)).isTrue();
        awaitDrained(standing, "orders");

        assertThat(handled).hasValue(1);
        await().atMost(LONG).untilAsserted(() -> assertThat(heard.lines).containsExactly("delivered one"));
    }

    @Test
    void aHandlerThatTakesTooLongIsInterruptedAndItsMessageTriedAgain() {
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicInteger attempts = new AtomicInteger();
        fixture.engine(
                        queue,
                        PATIENT.toBuilder()
                                .workers(1)
                                .maxProcessingTime(Duration.ofMillis(200))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            attempts.accumulateAndGet(messages.get(0).attempt(), Math::max);
                            if (messages.get(0).attempt() == 1) {
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException e) {
                                    interrupted.set(true);
                                }
                            }
                        })
                .start();
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        assertThat(interrupted).isTrue();
        awaitHeardOfEachAttempt(attempts.get());
    }

    /** All attempts but the last were interrupted: one, and each that a machine at rest made take too long. */
    private void awaitHeardOfEachAttempt(int attempts) {
        List<String> lines = new ArrayList<>(List.of("delivered one"));
        lines.addAll(Collections.nCopies(attempts - 1, "interrupted orders"));
        lines.addAll(Collections.nCopies(attempts - 1, "retried one"));
        assertThat(attempts).isGreaterThan(1);
        await().atMost(LONG).untilAsserted(() -> assertThat(heard.lines).containsExactlyInAnyOrderElementsOf(lines));
    }

    /** Whoever waits for a broker has not failed when it is interrupted: the broker has not answered. */
    @Test
    void aDeliveryToABrokerThatTakesTooLongUsesUpNoAttempt() {
        AtomicBoolean answers = new AtomicBoolean();
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        DispatchSettings settings = FAST.toBuilder()
                .workers(1)
                .maxProcessingTime(Duration.ofMillis(30))
                .retry(FAST.retry().withMaxAttempts(1))
                .build();
        fixture.engine(queue, settings, heard, new DelayQueueMessageConsumer() {
                    @Override
                    protected void processMessages(String topic, List<DelayedMessage> messages) throws Exception {
                        attempts.add(messages.get(0).attempt());
                        if (!answers.get()) {
                            new CountDownLatch(1).await();
                        }
                    }

                    @Override
                    public boolean forwards(String topic) {
                        return true;
                    }
                })
                .start();
        send(queue, "orders", "one");

        await().atMost(LONG).until(() -> attempts.size() > 1);
        answers.set(true);
        awaitDrained(queue, "orders");

        assertThat(attempts).containsOnly(1);
        assertThat(queue.counts("orders").dead()).isZero();
        await().atMost(LONG).until(() -> heard.lines.containsAll(List.of("unavailable", "available")));
    }

    /** They were claimed together with it, as its topic was quick. So was one that failed before it. */
    @Test
    void whatWaitsForASlowMessageIsLeftToOtherWorkers() {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        DispatchEngine engine = fixture.engine(queue, FAST, heard, 1, (topic, batch) -> {
            DelayedMessage message = batch.get(0);
            if (message.id().equals("fails once") && message.attempt() == 1) {
                throw new IllegalStateException("later");
            }
            if (message.id().equals("slow")) {
                hang(end);
            }
            handled.add(message.id());
        });
        sendMany(queue, "orders", "first", 500);
        engine.start();
        await().atMost(LONG).until(() -> handled.size() == 500);
        queue.pause("orders");
        send(queue, "orders", "fails once");
        send(queue, "orders", "slow");
        sendMany(queue, "orders", "behind", 100);
        queue.resume("orders");

        await().atMost(LONG).until(() -> handled.size() == 601);

        assertThat(handled).doesNotContain("slow");
        end.countDown();
        awaitDrained(queue, "orders");
        assertThat(handled).hasSize(602).doesNotHaveDuplicates();
    }

    @Test
    void aHandlerThatNeverReturnsIsReplacedAndItsMessageDies() {
        Queue<String> got = new ConcurrentLinkedQueue<>();
        fixture.engine(
                        queue,
                        FAST.toBuilder()
                                .workers(1)
                                .maxProcessingTime(Duration.ofMillis(30))
                                .maxStuckThreads(10)
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            if (topic.equals("stuck")) {
                                hang(end);
                            }
                            got.add(messages.get(0).id());
                        })
                .start();
        send(queue, "stuck", "never");
        send(queue, "orders", "one");

        await().atMost(LONG)
                .until(() -> queue.find("stuck", "never")
                        .filter(found -> found.state() == State.DEAD)
                        .isPresent());
        awaitDrained(queue, "orders");

        assertThat(queue.find("stuck", "never").orElseThrow().error()).contains("took longer than 30ms");
        assertThat(got).containsOnly("one");
    }

    @Test
    void aDeadLetterThatIsStillHandledCantBeCancelledWithoutDoubt() {
        fixture.engine(
                        queue,
                        FAST.toBuilder()
                                .workers(1)
                                .maxProcessingTime(Duration.ofMillis(30))
                                .retry(RetryPolicy.DEFAULTS.withMaxAttempts(1))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> hang(end))
                .start();
        send(queue, "stuck", "never");
        await().atMost(LONG)
                .until(() -> queue.find("stuck", "never")
                        .filter(found -> found.state() == State.DEAD)
                        .isPresent());
        queue.pause("stuck");

        assertThat(queue.redrive("stuck", "never")).isEqualTo(RedriveResult.SCHEDULED);

        assertThat(queue.reschedule("stuck", "never", LONG)).isEqualTo(RescheduleResult.RESCHEDULED_IN_FLIGHT);
        assertThat(queue.cancel("stuck", "never")).isEqualTo(CancelResult.IN_FLIGHT);
    }

    @Test
    void whatComesBackTooLateSettlesNothing() throws Exception {
        CountDownLatch tooLate = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        Queue<String> settlements = new ConcurrentLinkedQueue<>();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("ack") || method.equals("retry")) {
                settlements.add(method);
            }
            return call.call();
        });
        fixture.engine(
                        watched,
                        PATIENT.toBuilder()
                                .maxProcessingTime(Duration.ofMillis(200))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            attempts.accumulateAndGet(messages.get(0).attempt(), Math::max);
                            if (messages.get(0).attempt() == 1) {
                                hang(tooLate);
                            }
                        })
                .start();
        send(queue, "orders", "one");
        awaitDrained(queue, "orders");
        await().atMost(LONG).until(() -> fixture.workers() == 5);

        tooLate.countDown();

        await().atMost(LONG).until(() -> fixture.workers() == 4);
        List<String> expected = new ArrayList<>(Collections.nCopies(attempts.get() - 1, "retry"));
        expected.add("ack");
        assertThat(settlements).containsExactlyElementsOf(expected);
        awaitHeardOfEachAttempt(attempts.get());
    }

    @Test
    void atTheCapOnlyThatTopicPausesAndItResumesWhenAThreadComesBack() {
        CountDownLatch goOn = new CountDownLatch(1);
        Queue<String> got = new ConcurrentLinkedQueue<>();
        fixture.engine(
                        queue,
                        FAST.toBuilder()
                                .workers(1)
                                .maxProcessingTime(Duration.ofMillis(30))
                                .maxStuckThreads(2)
                                .retry(new RetryPolicy(100, Duration.ofMillis(1), 1, Duration.ofMillis(1), 0))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            if (topic.equals("stuck") && goOn.getCount() > 0) {
                                hang(goOn);
                            }
                            got.add(messages.get(0).id());
                        })
                .start();
        send(queue, "stuck", "a");
        await().atMost(LONG).until(() -> heard.lines.contains("stuck stuck"));

        send(queue, "stuck", "b");
        send(queue, "orders", "one");
        awaitDrained(queue, "orders");
        assertThat(got).containsOnly("one");
        await("one at work, and two that are stuck").atMost(LONG).until(() -> fixture.workers() == 3);

        goOn.countDown();
        awaitDrained(queue, "stuck");
        assertThat(got).contains("a", "b");
        await().atMost(LONG).until(() -> heard.lines.contains("recovered stuck"));
    }

    @Test
    void aHandlerThatTakesTooLongWhileTheEngineStopsKeepsNothing() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        DispatchEngine engine = fixture.engine(
                queue,
                FAST.toBuilder()
                        .workers(1)
                        .maxProcessingTime(Duration.ofMillis(300))
                        .build(),
                heard,
                1,
                (topic, messages) -> {
                    begun.countDown();
                    hang(end);
                });
        engine.start();
        send(queue, "orders", "one");
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        stopAtOnce(engine);

        assertThat(heard.lines).contains("interrupted orders");
        await().atMost(LONG)
                .until(() -> queue.find("orders", "one").orElseThrow().state() == State.DUE);
    }
}
