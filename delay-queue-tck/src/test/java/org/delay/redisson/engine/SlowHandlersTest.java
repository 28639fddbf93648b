package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.engine.EngineFixture.FAST;
import static org.delay.redisson.engine.EngineFixture.LONG;
import static org.delay.redisson.engine.EngineFixture.awaitDrained;
import static org.delay.redisson.engine.EngineFixture.send;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessage.RedriveResult;
import org.delay.redisson.DelayQueueMessage.State;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handlers that take long, too long, or for ever. */
@Timeout(60)
class SlowHandlersTest {

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
                over = until.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    @Test
    void theLeaseIsKeptWhileTheHandlerIsAtWork() throws Exception {
        AtomicInteger renewals = new AtomicInteger();
        CountDownLatch renewed = new CountDownLatch(5);
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            Object answer = call.call();
            if (method.equals("renew")) {
                renewals.incrementAndGet();
                renewed.countDown();
            }
            return answer;
        });
        AtomicInteger handled = new AtomicInteger();
        EngineFixture.Handler handler = (topic, messages) -> {
            handled.incrementAndGet();
            renewed.await(20, TimeUnit.SECONDS);
        };
        DispatchSettings settings =
                FAST.toBuilder().lease(Duration.ofMillis(600)).build();
        fixture.engine(watched, settings, heard, 1, handler).start();
        fixture.engine(watched, settings, heard, 1, handler).start();
        send(queue, "orders", "one");

        awaitDrained(queue, "orders");

        assertThat(renewals.get()).isGreaterThanOrEqualTo(5);
        assertThat(handled).hasValue(1);
        assertThat(heard.lines).containsExactly("delivered one");
    }

    @Test
    void aHandlerThatTakesTooLongIsInterruptedAndItsMessageTriedAgain() {
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicInteger attempts = new AtomicInteger();
        fixture.engine(
                        queue,
                        FAST.toBuilder()
                                .workers(1)
                                .maxProcessingTime(Duration.ofMillis(200))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
                            attempts.set(messages.get(0).attempt());
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
        assertThat(attempts).hasValue(2);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard.lines)
                        .containsExactlyInAnyOrder("interrupted orders", "retried one", "delivered one"));
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
        await().atMost(LONG).until(() -> heard.lines.containsAll(List.of("paused", "resumed")));
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

        assertThat(queue.find("stuck", "never").orElseThrow().error()).contains("took longer than PT0.03S");
        assertThat(got).containsExactly("one");
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
        Queue<String> settlements = new ConcurrentLinkedQueue<>();
        DelayQueueMessage watched = Interposed.on(queue, (method, arguments, call) -> {
            if (method.equals("ack") || method.equals("retry")) {
                settlements.add(method);
            }
            return call.call();
        });
        fixture.engine(
                        watched,
                        FAST.toBuilder()
                                .maxProcessingTime(Duration.ofMillis(200))
                                .build(),
                        heard,
                        1,
                        (topic, messages) -> {
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
        assertThat(settlements).containsExactly("retry", "ack");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(heard.lines)
                        .containsExactlyInAnyOrder("interrupted orders", "retried one", "delivered one"));
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
        await().atMost(LONG).until(() -> heard.lines.contains("paused stuck"));

        send(queue, "stuck", "b");
        send(queue, "orders", "one");
        awaitDrained(queue, "orders");
        assertThat(got).containsExactly("one");
        assertThat(fixture.workers()).as("one at work, and two that are stuck").isEqualTo(3);

        goOn.countDown();
        awaitDrained(queue, "stuck");
        assertThat(got).contains("a", "b");
        assertThat(heard.lines).contains("resumed stuck");
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
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        engine.stop(Duration.ofSeconds(20));

        assertThat(heard.lines).contains("interrupted orders");
        assertThat(queue.find("orders", "one").orElseThrow().state()).isEqualTo(State.DUE);
    }
}
