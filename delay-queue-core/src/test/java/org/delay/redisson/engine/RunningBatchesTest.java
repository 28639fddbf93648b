package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claim;

import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.settle.Settler;
import org.delay.redisson.engine.time.ManualTicker;
import org.junit.jupiter.api.Test;

/** What follows from the end of a batch. */
class RunningBatchesTest {

    private final ManualTicker ticker = new ManualTicker();
    private final PoisonMessageGuard guard = new PoisonMessageGuard(ticker);
    private final RunningBatches batches = new RunningBatches(guard);
    private final Settler settler = EngineParts.of(new ScriptedQueue(), ticker).settler;
    private final ClaimedBatch one = batch();
    private final ClaimedBatch other = batch();

    private ClaimedBatch batch() {
        AnsweredClaim answer = new AnsweredClaim(claim(false, "one"), 1, ticker.nanos(), ticker.nanos());
        ClaimedBatch batch = new ClaimedBatch(new WorkerId(), answer, settler.leased(answer.result(), answer.sent()));
        batches.begin(batch);
        return batch;
    }

    @Test
    void theNextPoisonMessageIsHandledWhenTheOneBeforeIsSettled() {
        assertThat(guard.enter(one.worker())).isTrue();
        assertThat(guard.enter(other.worker())).isFalse();

        batches.end(other);
        assertThat(guard.enter(other.worker())).as("only who entered leaves").isFalse();
        batches.end(one);
        assertThat(guard.enter(other.worker())).isTrue();
        assertThat(batches.all()).isEmpty();
    }

    @Test
    void aPoisonMessageThatIsTakenOverIsAloneUntilItIsFinished() {
        one.deliver(one.claimed());
        assertThat(guard.enter(one.worker())).isTrue();
        one.begin(0, 1, ticker.nanos());
        batches.leave(one.takeOver(ticker.nanos(), 0, () -> {}));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(one.end()).isFalse();

        assertThat(guard.enter(other.worker())).isFalse();
        batches.end(batches.takeUnfinished().batch());
        assertThat(guard.enter(other.worker())).isTrue();
    }
}
