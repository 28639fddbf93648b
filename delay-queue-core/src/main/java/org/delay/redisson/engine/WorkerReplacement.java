package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.DeliveryFeedback;

/** Frees what is held by a worker that does not come back, so that another worker can replace it. */
@RequiredArgsConstructor
final class WorkerReplacement {

    private final RunningBatches batches;
    private final HandlerSlots slots;
    private final WorkerRoster roster;
    private final DeliveryFeedback feedback;

    /** Replaces the worker of a batch. Another worker finishes what it left. */
    void replace(ClaimedBatch.Unfinished rest) {
        WorkerId worker = rest.batch().worker();
        batches.leave(rest);
        if (rest.batch().hasSlot()) {
            slots.release();
        }
        roster.remove(worker);
        feedback.replaced(worker, rest.batch().topic());
    }
}
