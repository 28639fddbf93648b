package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.time.Ticker;

/**
 * What follows if a handler takes long. Its destination's next call need not wait for it. If its topic's calls were not long so
 * far, its slot is freed: the call goes on, and a standby worker serves other topics meanwhile. So topics whose handlers begin
 * to hang do not keep others waiting. A delivery to a broker keeps its slot, because it ends at the broker's time-out, unless only
 * its topic hangs.
 */
@RequiredArgsConstructor
final class SlotHandover {

    private final Ticker ticker;
    private final DelayQueueMessageConsumer consumer;
    private final HandlerSlots slots;
    private final DeliveryFeedback feedback;

    /** Frees the batch's slot if its call takes long. To be called now and then. */
    void handOverIfSlow(ClaimedBatch batch) {
        if (!batch.hasSlot()
                || !batch.runsFor(
                        ticker.nanos(), feedback.patience(batch.topic()).toNanos())
                || (consumer.forwards(batch.topic()) && !feedback.isNewWhereDestinationAnswers(batch.topic()))) {
            return;
        }
        feedback.takesLong(batch.worker(), batch.topic());
        if (feedback.handsOver(batch.worker()) && batch.handOverSlot()) {
            slots.release();
        }
    }
}
