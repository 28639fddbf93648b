package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claim;

import java.time.Duration;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who has a batch: its worker, or whoever took it over. */
class ClaimedBatchTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedQueue queue = new ScriptedQueue();
    private final AnsweredClaim answer =
            new AnsweredClaim(claim(false, "one", "two", "three"), 3, ticker.nanos(), ticker.nanos());
    private final ClaimedBatch batch = new ClaimedBatch(
            new WorkerId(), answer, EngineParts.of(queue, ticker).settler.leased(answer.result(), answer.sent()));

    @AfterEach
    void nothingWasLeftInterrupted() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aHandlerIsTakenOverOnceItsTimeIsOverAndInterrupted() {
        batch.deliver(batch.claimed());
        batch.begin(1, 2, ticker.nanos());
        ticker.tick(Duration.ofMillis(10));
        assertThat(batch.takeOver(ticker.nanos(), Duration.ofMillis(11).toNanos(), () -> {}))
                .isNull();

        ClaimedBatch.Unfinished left =
                batch.takeOver(ticker.nanos(), Duration.ofMillis(10).toNanos(), () -> {});

        assertThat(Thread.interrupted()).isTrue();
        assertThat(left.begun()).containsExactly(batch.claimed().get(1));
        assertThat(left.waiting()).containsExactly(batch.claimed().get(2));
        assertThat(batch.takeOver(ticker.nanos(), 0, () -> {})).isNull();
        assertThat(batch.end()).isFalse();
    }

    @Test
    void aHandlerThatCameBackIsNotInterrupted() {
        batch.deliver(batch.claimed());
        batch.begin(0, 1, ticker.nanos());
        assertThat(batch.end()).isTrue();

        assertThat(batch.takeOver(ticker.nanos(), 0, () -> {})).isNull();
    }
}
