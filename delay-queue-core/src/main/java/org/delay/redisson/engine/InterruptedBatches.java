package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.engine.report.ErrorText;
import org.jspecify.annotations.Nullable;

/** Decides about what interrupted handlers left. */
@RequiredArgsConstructor
final class InterruptedBatches {

    private final RunningBatches batches;
    private final DelayQueueMessageConsumer consumer;
    private final Duration maxProcessingTime;
    private final DeliveryOutcomes outcomes;
    private final BatchRelease release;

    /** Finishes one of them; says whether there was one. */
    boolean finishNext() {
        ClaimedBatch.@Nullable Unfinished rest = batches.takeUnfinished();
        if (rest == null) {
            return false;
        }
        try {
            finish(rest);
        } finally {
            batches.end(rest.batch());
        }
        return true;
    }

    private void finish(ClaimedBatch.Unfinished rest) {
        String topic = rest.batch().topic();
        Throwable cause = new HandlerTookTooLong(topic, maxProcessingTime);
        if (consumer.forwards(topic)) {
            outcomes.unanswered(rest, new DestinationUnavailable(ErrorText.line(cause, ""), true, cause));
        } else {
            outcomes.interrupted(rest, cause);
        }
        release.releaseWaiting(rest);
        release.announce(rest);
    }
}
