package org.delay.redisson.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time that passes for an engine without any framework. */
@Timeout(600)
class DelayQueueTesterTest {

    private final MovableClock clock = MovableClock.stopped();
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().clock(clock).shards(3).build();
    private final DelayQueueMessageProducer producer = new DelayQueueMessageProducer(queue);
    private final List<String> got = Collections.synchronizedList(new ArrayList<>());

    private DispatchEngine engine(Consumer<DelayedMessage> handler) {
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {
                messages.forEach(handler);
            }
        };
        return DispatchEngine.builder(queue, consumer)
                .converter(new TextBodies())
                .settings(DispatchSettings.builder().workers(1).build())
                .build();
    }

    @Test
    void deliversThousandInTheirOrderWhateverTheirShard() {
        DispatchEngine engine = engine(message -> got.add(message.body()));
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> engine);
        List<String> sent = new ArrayList<>();
        for (int minute = 1; minute <= 1000; minute++) {
            producer.sendMessage("topic-" + minute % 7, "at " + minute, Duration.ofMinutes(minute));
            sent.add("at " + minute);
        }

        delays.advance(Duration.ofMinutes(1001));

        assertThat(got).isEqualTo(sent);
        assertThat(delays).hasNothingScheduled();
        assertThat(engine.isRunning()).isFalse();
    }

    @Test
    void aDelayThatFitsIntoNoDurationIsRefused() {
        assertThatThrownBy(() -> producer.sendMessage("t", "x", Long.MAX_VALUE, TimeUnit.DAYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delay must be at most 9223372036854775807 SECONDS, but is 9223372036854775807 DAYS");
        assertThatThrownBy(() -> producer.sendMessage("t", "x", Long.MIN_VALUE, TimeUnit.DAYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delay must not be negative, but is -9223372036854775808 DAYS");
        assertThatThrownBy(() -> producer.sendMessage("t", "x", Long.MIN_VALUE, TimeUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay must not be negative");
    }

    @Test
    void aMessageWhoseConverterNeedsSomethingThatIsAwayWaits() {
        DelayQueueMessageConsumer reading = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {
                messages.forEach(message -> got.add(read(message, String.class)));
            }
        };
        DispatchEngine engine = DispatchEngine.builder(queue, reading)
                .converter(new EncryptedBodies())
                .settings(DispatchSettings.builder().workers(1).build())
                .build();
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> engine);
        producer.sendMessage("secret", "x", Duration.ZERO);

        delays.advance(Duration.ZERO);

        assertThat(delays).hasScheduled("secret").withFailures(0);
        assertThat(got).isEmpty();
    }

    private static final class EncryptedBodies implements BodyConverter {
        @Override
        public String write(Object object) {
            return object.toString();
        }

        @Override
        public <T> T read(String body, Class<T> type) {
            throw new DestinationUnavailable("the key server is away", false, null);
        }
    }

    @Test
    void aHandlerThatDoesNotReturnFailsTheTest() {
        CountDownLatch never = new CountDownLatch(1);
        DispatchEngine engine = engine(message -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                got.add("interrupted");
            }
        });
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> engine, Duration.ofMillis(200));
        producer.sendMessage("stuck", "x", Duration.ofMinutes(1));

        assertThatThrownBy(() -> delays.advance(Duration.ofHours(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("PT0.2S", "topic stuck");
        assertThat(engine.isRunning()).isFalse();
    }

    @Test
    void whatAStuckHandlerSendsLaterIsNoMessageOfTheNextTest() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch next = new CountDownLatch(1);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        DispatchEngine engine = engine(message -> {
            begun.countDown();
            awaitWhateverComes(next);
            try {
                producer.sendMessage("late", "x", Duration.ZERO);
                sent.complete(null);
            } catch (RuntimeException e) {
                sent.completeExceptionally(e);
                throw e;
            }
        });
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> engine, Duration.ofMillis(200));
        // On a busy machine the time may be up before the handler has begun.
        do {
            delays.reset();
            producer.sendMessage("stuck", "x", Duration.ofMinutes(1));
            assertThatThrownBy(() -> delays.advance(Duration.ofHours(1))).isInstanceOf(AssertionError.class);
        } while (begun.getCount() > 0);

        delays.reset();
        next.countDown();

        assertThat(sent)
                .failsWithin(Duration.ofMinutes(2))
                .withThrowableThat()
                .withMessageContaining("did not return in time");
        assertThat(delays).hasNothingScheduled();
        producer.sendMessage("next", "x", Duration.ZERO);
        assertThat(delays).hasScheduled("next");
    }

    private static void awaitWhateverComes(CountDownLatch latch) {
        boolean open = false;
        while (!open) {
            try {
                open = latch.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // As code that swallows interrupts does.
            }
        }
    }

    @Test
    void allThatThereIsIsCounted() {
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> null);
        for (int i = 0; i < 1500; i++) {
            producer.sendMessage("many", "x", Duration.ofMinutes(1));
        }
        assertThat(delays).hasScheduled("many").times(1500);
    }

    @Test
    void aTestFindsNothingOfTheOneBefore() {
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> null);
        queue.changeShards(8);
        queue.changeShards(2);
        queue.pause("topic");
        queue.heartbeat("instance", "shop", Duration.ofHours(1));
        producer.sendMessage("topic", "x", Duration.ofMinutes(1));

        delays.reset();

        assertThat(queue.shards()).isEqualTo(3);
        assertThat(queue.paused()).isEmpty();
        assertThat(queue.instances()).isEmpty();
        assertThat(delays).hasNothingScheduled();
    }

    @Test
    void withoutAnybodyWhoReceivesOnlyTimePasses() {
        DelayQueueTester delays = new DelayQueueTester(queue, clock, () -> null);
        producer.sendMessage("topic", "x", Duration.ofMinutes(1));
        delays.advance(Duration.ofHours(1));
        assertThat(delays).hasScheduled("topic");
        assertThat(queue).hasScheduled("topic").times(1);
    }
}
