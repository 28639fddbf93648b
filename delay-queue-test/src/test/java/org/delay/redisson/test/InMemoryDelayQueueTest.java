package org.delay.redisson.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.delay.redisson.DelayQueueException;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DispatchOperations.ClaimId;
import org.delay.redisson.DispatchOperations.ClaimLimit;
import org.delay.redisson.DispatchOperations.ClaimRequest;
import org.delay.redisson.DispatchOperations.ClaimResult;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.WakeUpOperations.WakeUpListener;
import org.junit.jupiter.api.Test;

/** What only the queue in memory has: a clock that can be moved. */
class InMemoryDelayQueueTest {

    private final MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00.000001Z"));
    private final InMemoryDelayQueue queue =
            InMemoryDelayQueue.builder().clock(clock).build();

    @Test
    void aWaitingCallReturnsWhenTheClockIsMoved() {
        queue.addDelayQueue("hello", 30, TimeUnit.MINUTES, "greetings");

        CompletableFuture<String> taken = CompletableFuture.supplyAsync(() -> take(queue));
        clock.advance(Duration.ofMinutes(31));

        assertThat(taken).succeedsWithin(Duration.ofMinutes(2)).isEqualTo("hello");
    }

    @Test
    void aClockThatTicksNeedsNoMove() {
        InMemoryDelayQueue ticking = InMemoryDelayQueue.builder().build();
        ticking.addDelayQueue("hello", 20, TimeUnit.MILLISECONDS, "greetings");

        CompletableFuture<String> taken = CompletableFuture.supplyAsync(() -> take(ticking));

        assertThat(taken).succeedsWithin(Duration.ofMinutes(2)).isEqualTo("hello");
    }

    @Test
    void subscribersHearOfWhatIsNextWhenTheClockIsMoved() {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        queue.addDelayQueue("hello", 30, TimeUnit.MINUTES, "greetings");
        queue.subscribe(new WakeUpListener() {
            @Override
            public void wakeUp(int shard, String topic, Duration in) {
                heard.add(topic + " in " + in.toSeconds() + " s");
            }

            @Override
            public void subscribed() {
                heard.add("subscribed");
            }
        });

        clock.advance(Duration.ofMinutes(29));
        clock.advance(Duration.ofMinutes(1));

        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(
                        () -> assertThat(heard).containsExactly("subscribed", "greetings in 60 s", "greetings in 0 s"));
    }

    @Test
    void aMessageIsNotEarlyByLessThanAMillisecond() {
        queue.addDelayQueue("hello", 1, TimeUnit.MILLISECONDS, "greetings");

        clock.set(Instant.parse("2026-01-01T00:00:00.001999Z"));
        assertThat(queue.poll(0).due()).isEmpty();

        clock.set(Instant.parse("2026-01-01T00:00:00.002Z"));
        assertThat(queue.poll(0).due()).containsExactly("greetings");
    }

    @Test
    void aHundredThousandMessagesAreNoBurden() {
        for (int i = 0; i < 100; i++) {
            queue.schedule(IntStream.range(0, 1000)
                    .mapToObj(n -> OutgoingMessage.to("topic-" + n)
                            .body("hello")
                            .delay(Duration.ZERO)
                            .build())
                    .toList());
        }
        clock.advance(Duration.ofMillis(1));

        int claimed = 0;
        long number = 0;
        for (List<String> due = queue.poll(0).due();
                !due.isEmpty();
                due = queue.poll(0).due()) {
            ClaimResult claim = queue.claim(new ClaimRequest(
                    0,
                    due.get(0),
                    new ClaimId("claimer", ++number),
                    Duration.ofSeconds(30),
                    new ClaimLimit(50, 1 << 20)));
            claimed += claim.messages().size();
            queue.ack(
                    claim.lease(),
                    claim.messages().stream().map(c -> c.message().id()).toList());
        }

        assertThat(claimed).isEqualTo(100_000);
    }

    @Test
    void withoutAConverterOnlyTextCanBeRead() {
        queue.addDelayQueue(17, 0, TimeUnit.SECONDS, "numbers");
        clock.advance(Duration.ofMillis(1));

        assertThatThrownBy(() -> queue.getDelayQueue("numbers", Integer.class))
                .isInstanceOf(DelayQueueException.UnreadableBody.class)
                .hasMessageContaining("java.lang.Integer");
    }

    private static String take(DelayQueueMessage queue) {
        try {
            return queue.getDelayQueue("greetings");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
