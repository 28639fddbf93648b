package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DestinationUnavailable;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.FailedMessages;
import org.delay.redisson.engine.settle.FailureClassifier;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Decides about messages by how a call of the consumer ended, and tells their destination. */
@RequiredArgsConstructor
final class DeliveryOutcomes {

    private final FailureClassifier classifier;
    private final DeliveryFeedback feedback;
    private final DispatchListener listener;
    private final Ticker ticker;

    /** The consumer returned. */
    void done(ClaimedBatch batch, List<Claimed> slice, long began) {
        Duration took = Duration.ofNanos(ticker.nanos() - began);
        slice.forEach(claimed -> done(batch, claimed, began, took));
        feedback.delivered(batch.topic());
    }

    private void done(ClaimedBatch batch, Claimed claimed, long began, Duration took) {
        batch.leased().decide(claimed, Disposition.DONE);
        DelayedMessage message = claimed.message();
        listener.delivered(message, FailureClassifier.lateness(message, batch.redisTime(began)), took);
    }

    /** The consumer threw. */
    void failed(ClaimedBatch batch, List<Claimed> slice, long began, Throwable thrown) {
        FailedMessages failed = FailedMessages.of(
                thrown, slice.stream().map(claimed -> claimed.message().id()).toList());
        Duration took = Duration.ofNanos(ticker.nanos() - began);
        @Nullable DestinationUnavailable unavailable = null;
        int done = 0;
        int refused = 0;
        for (Claimed claimed : slice) {
            @Nullable Throwable cause = failed.cause(claimed.message().id());
            if (cause == null) {
                done(batch, claimed, began, took);
                done++;
                continue;
            }
            batch.leased().decide(claimed, classifier.afterFailure(claimed, cause));
            Throwable meaning = FailureClassifier.meaning(cause);
            if (meaning instanceof DestinationUnavailable one) {
                if (one.isOfMessageOnly()) {
                    refused++;
                } else if (unavailable == null || unavailable.isOfTopicOnly()) {
                    unavailable = one;
                }
            }
        }
        if (unavailable != null) {
            feedback.unavailable(batch.topic(), unavailable);
        } else if (done + refused < slice.size()) {
            feedback.failed(batch.topic());
        } else if (done > 0) {
            feedback.delivered(batch.topic());
        }
    }

    /** The consumer was interrupted, and only forwards messages: the destination gave no answer. */
    void unanswered(ClaimedBatch.Unfinished rest, DestinationUnavailable cause) {
        rest.begun().forEach(claimed -> rest.batch().leased().decide(claimed, classifier.afterFailure(claimed, cause)));
        feedback.unavailable(rest.batch().topic(), cause);
    }

    /** The consumer was interrupted, which counts as a failure. */
    void interrupted(ClaimedBatch.Unfinished rest, Throwable cause) {
        rest.begun().forEach(claimed -> rest.batch().leased().decide(claimed, classifier.failed(claimed, cause, true)));
    }
}
