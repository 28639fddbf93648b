package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.settle.Disposition;

/**
 * Delivers a batch in a handler slot. Whoever takes the batch over takes over the slot as well, if it was not
 * {@linkplain SlotHandover handed over}.
 */
@Slf4j
@RequiredArgsConstructor
final class BatchDelivery {

    /** Another poison message is handled in this application at the moment. */
    private static final Disposition.Release ANOTHER_TIME = new Disposition.Release(PoisonMessageGuard.RETURN, false);

    private final HandlerSlots slots;
    private final PoisonMessageGuard guard;
    private final StopCondition stop;
    private final SliceHandler slices;
    private final DeliveryFeedback feedback;

    /** Says whether the batch was this worker's to the end. */
    boolean deliver(ClaimedBatch batch) {
        if (!slots.acquire()) {
            batch.decideAll(batch.messages(), Disposition.Release.UNTOUCHED);
            return true;
        }
        boolean mine = true;
        try {
            mine = deliverInSlot(batch);
        } finally {
            if (mine && batch.hasSlot()) {
                slots.release();
            }
        }
        if (!mine) {
            log.info("An interrupted thread has returned from the handler of topic {}", batch.topic());
            feedback.cameBack(batch.topic());
        }
        return mine;
    }

    private boolean deliverInSlot(ClaimedBatch batch) {
        if (!feedback.tryBegin(batch.worker())) {
            batch.decideAll(batch.messages(), Disposition.Release.UNTOUCHED);
            return true;
        }
        if (PoisonMessageGuard.isPoison(batch.claimed()) && !mayBeginAlone(batch)) {
            batch.decideAll(batch.messages(), ANOTHER_TIME);
            return true;
        }
        return slices.handle(batch);
    }

    /** Whether a poison message may begin, or is released for another reason anyway. */
    private boolean mayBeginAlone(ClaimedBatch batch) {
        return stop.applies(batch.topic()) || guard.enter(batch.worker());
    }
}
