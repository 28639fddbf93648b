package org.delay.redisson.engine;

import java.util.ArrayList;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.settle.Settler;
import org.jspecify.annotations.Nullable;

/** Handles what was claimed, from the claim's answer until all of it is settled. */
@RequiredArgsConstructor
final class BatchHandler {

    private final RunningBatches batches;
    private final FailureClassifier classifier;
    private final TopicDelivery delivery;
    private final DeliveryFeedback feedback;
    private final Settler settler;

    /** Says whether the messages were this worker's to the end; else it was replaced meanwhile. */
    boolean handle(WorkerId worker, AnsweredClaim answer) {
        ClaimedBatch batch = new ClaimedBatch(worker, answer, settler.leased(answer.result(), answer.sent()));
        batches.begin(batch);
        boolean mine = true;
        try {
            mine = handle(batch);
        } finally {
            if (mine) {
                batches.end(batch);
            }
        }
        return mine;
    }

    private boolean handle(ClaimedBatch batch) {
        List<Claimed> messages = deliverable(batch);
        batch.deliver(messages);
        boolean mine;
        try {
            mine = messages.isEmpty() || delivery.deliver(batch);
        } finally {
            feedback.handled(batch.worker());
        }
        if (mine) {
            settler.settle(batch.leased());
        }
        return mine;
    }

    private List<Claimed> deliverable(ClaimedBatch batch) {
        List<Claimed> messages = new ArrayList<>(batch.claimed().size());
        int expired = 0;
        for (Claimed claimed : batch.claimed()) {
            @Nullable Disposition disposition = classifier.beforeDelivery(claimed, batch.claimedAt());
            if (disposition == null) {
                messages.add(claimed);
            } else {
                batch.leased().decide(claimed, disposition);
                expired += disposition instanceof Disposition.Expired ? 1 : 0;
            }
        }
        feedback.expired(batch.topic(), batch.limit(), expired);
        return messages;
    }
}
