package org.delay.redisson.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.delay.redisson.ScriptedQueue.claim;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.ScriptedQueue;
import org.delay.redisson.engine.admission.Admission;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.time.ManualTicker;
import org.delay.redisson.engine.time.StopSignal;
import org.junit.jupiter.api.Test;

/** Which calls free their slot, and that no slot is freed twice. */
class SlotHandoverTest {

    private final ManualTicker ticker = new ManualTicker();
    private final DispatchAssembly parts = EngineParts.of(new ScriptedQueue(), ticker);
    private final Duration takesLong = parts.feedback.patience("any").plusMillis(1);
    private final RunningBatches batches = new RunningBatches(parts.guard);
    private final StopSignal ending = new StopSignal();
    private final HandlerSlots slots = new HandlerSlots(1, ticker, ending);
    private final WorkerRoster roster = new WorkerRoster();
    private final WorkerReplacement replacement = new WorkerReplacement(batches, slots, roster, parts.feedback);
    private boolean forwards;
    private final DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
        @Override
        protected void processMessages(String topic, List<DelayedMessage> messages) {}

        @Override
        public boolean forwards(String topic) {
            return forwards;
        }
    };
    private final SlotHandover handover = new SlotHandover(ticker, consumer, slots, parts.feedback);

    /** A slot that is free is had, and otherwise none. */
    SlotHandoverTest() {
        ending.give();
    }

    private ClaimedBatch begin() {
        AnsweredClaim answer = new AnsweredClaim(claim(false, "one"), 1, ticker.nanos(), ticker.nanos());
        ClaimedBatch batch =
                new ClaimedBatch(new WorkerId(), answer, parts.settler.leased(answer.result(), answer.sent()));
        assertThat(parts.admissions.admit(batch.worker(), 0, batch.topic())).isInstanceOf(Granted.class);
        parts.feedback.handling(batch.worker());
        assertThat(slots.acquire()).isTrue();
        batches.begin(batch);
        batch.deliver(batch.claimed());
        batch.begin(0, 1, ticker.nanos());
        return batch;
    }

    @Test
    void aLongCallFreesItsSlotOnce() {
        ClaimedBatch batch = begin();
        handover.handOverIfSlow(batch);
        assertThat(slots.acquire()).as("not yet long").isFalse();

        ticker.tick(takesLong);
        handover.handOverIfSlow(batch);
        handover.handOverIfSlow(batch);

        assertThat(batches.withoutSlot()).containsExactly(batch.worker());
        assertThat(slots.acquire()).isTrue();
        assertThat(slots.acquire()).isFalse();
    }

    @Test
    void aTopicThatIsKnownToBeSlowKeepsItsSlots() {
        ClaimedBatch first = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(first);

        ClaimedBatch second = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(second);

        assertThat(batches.withoutSlot()).containsExactly(first.worker());
    }

    /** Where some topics of a destination fail and others hang, the rest must not wait for those that hang. */
    @Test
    void aProbeThatHangsHoldsUpTheNextOneOnlyUntilThen() {
        parts.feedback.unavailable("away", new DestinationUnavailable("away", false, null));
        ClaimedBatch probe = begin();
        assertThat(parts.admissions.admit(new WorkerId(), 0, "next")).isInstanceOf(Deferred.class);

        ticker.tick(takesLong);
        handover.handOverIfSlow(probe);

        Admission next = parts.admissions.admit(new WorkerId(), 0, "next");
        assertThat(next).isInstanceOf(Granted.class);
        ((Granted) next).permit().close();
        ClaimedBatch knownToBeSlow = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(knownToBeSlow);
        assertThat(knownToBeSlow.hasSlot()).isTrue();
        assertThat(parts.admissions.admit(new WorkerId(), 0, "next")).isInstanceOf(Granted.class);
    }

    @Test
    void aDeliveryToABrokerKeepsItsSlot() {
        forwards = true;
        ClaimedBatch batch = begin();
        ticker.tick(takesLong);

        handover.handOverIfSlow(batch);

        assertThat(batch.hasSlot()).isTrue();
    }

    /** Kafka's client waits for seconds for a topic that does not exist. */
    @Test
    void aDeliveryOfANewTopicFreesItsSlotWhereTheBrokerAnswers() {
        forwards = true;
        parts.feedback.delivered("other");
        ClaimedBatch first = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(first);

        assertThat(batches.withoutSlot()).containsExactly(first.worker());
        ClaimedBatch second = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(second);
        assertThat(second.hasSlot()).isTrue();
    }

    @Test
    void aCallThatHasEndedKeepsItsSlot() {
        ClaimedBatch batch = begin();
        ticker.tick(takesLong);
        batch.end();

        handover.handOverIfSlow(batch);

        assertThat(batch.hasSlot()).isTrue();
    }

    @Test
    void aCallThatIsInterruptedLaterDoesNotFreeASecondSlot() {
        ClaimedBatch batch = begin();
        ticker.tick(takesLong);
        handover.handOverIfSlow(batch);

        replacement.replace(batch.takeOver(ticker.nanos(), 0, () -> {}));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(slots.acquire()).isTrue();
        assertThat(slots.acquire()).isFalse();
    }
}
