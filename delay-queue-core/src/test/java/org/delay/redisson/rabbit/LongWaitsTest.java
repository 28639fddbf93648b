package org.delay.redisson.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.delay.redisson.rabbit.AddressedMessages.message;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LongWaitsTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1_500);

    private final LongWaits waits = new LongWaits();
    private final List<Publication> publications = new ArrayList<>();

    @AfterEach
    void endAll() {
        publications.forEach(publication -> publication.end(new IllegalStateException("The test is over")));
    }

    /** Published just now. Its answer is false if it gives up. */
    private FutureTask<Boolean> waiting(Duration atMost) {
        Publication publication = new Publication(List.of(message("orders", "eu")), answered -> {});
        publications.add(publication);
        long published = System.nanoTime();
        FutureTask<Boolean> wait =
                new FutureTask<>(() -> waits.await(publication, published, published + atMost.toNanos()));
        Thread thread = new Thread(wait);
        thread.start();
        await().until(() -> wait.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
        return wait;
    }

    @Test
    void onlyOneWaitsLongIfTheBrokerConfirmsOthers() throws Exception {
        FutureTask<Boolean> first = waiting(LONG);
        FutureTask<Boolean> second = waiting(LONG);
        waits.confirmedAtOnce(System.nanoTime());

        assertThat(second.get()).isFalse();
        assertThat(waiting(LONG).get()).isFalse();

        assertThat(first).isNotDone();
    }

    /** It is slow with all queues, and each message would be published again. */
    @Test
    void allWaitIfTheBrokerConfirmsNothing() throws Exception {
        waits.confirmedAtOnce(System.nanoTime());
        FutureTask<Boolean> first = waiting(LONG);
        long began = System.nanoTime();

        assertThat(waiting(SHORT).get()).isFalse();

        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(SHORT.toNanos());
        assertThat(first).isNotDone();
    }

    @Test
    void anotherMayWaitWhenTheFirstHasEnded() throws Exception {
        FutureTask<Boolean> first = waiting(LONG);
        waits.confirmedAtOnce(System.nanoTime());
        publications.get(0).end(new IllegalStateException("Its channel was closed"));
        assertThat(first.get()).isTrue();

        FutureTask<Boolean> second = waiting(LONG);
        waits.confirmedAtOnce(System.nanoTime());

        assertThat(waiting(LONG).get()).isFalse();
        assertThat(second).isNotDone();
    }
}
