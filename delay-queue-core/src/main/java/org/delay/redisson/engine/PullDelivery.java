package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.delay.redisson.DispatchOperations.Claimed;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.report.ErrorText;
import org.delay.redisson.engine.report.TopicWarning;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.time.Ticker;

/** Hands messages of topics that are pulled to their destination, which settles what it takes. */
final class PullDelivery {

    private static final Disposition AFTER_ERROR = new Disposition.Release(Duration.ofSeconds(1), false);

    private final PullDestination destination;
    private final StopCondition stop;
    private final DeliveryFeedback feedback;
    private final TopicWarning failed;

    PullDelivery(PullDestination destination, StopCondition stop, DeliveryFeedback feedback, Ticker ticker) {
        this.destination = destination;
        this.stop = stop;
        this.feedback = feedback;
        this.failed = new TopicWarning(
                ticker,
                "Messages of topic {} could not be handed to their receivers. They wait without using up attempts."
                        + " Retrying: {}",
                "Messages of {} could not be handed to their receivers, for example {}. They wait");
    }

    /** Says whether the batch is of a topic that is pulled. */
    boolean deliver(ClaimedBatch batch) {
        if (!destination.contains(batch.topic())) {
            return false;
        }
        List<Claimed> messages = batch.messages();
        if (stop.applies(batch.topic())) {
            batch.decideAll(messages, Disposition.Release.UNTOUCHED);
        } else {
            offer(batch, messages);
        }
        return true;
    }

    private void offer(ClaimedBatch batch, List<Claimed> messages) {
        feedback.handling(batch.worker());
        try {
            Set<String> taken = destination.take(batch.result().lease(), messages);
            for (Claimed claimed : messages) {
                boolean isTaken = taken.contains(claimed.message().id());
                batch.leased().decide(claimed, isTaken ? Disposition.TAKEN : Disposition.Release.UNTOUCHED);
            }
            feedback.delivered(batch.topic());
        } catch (RuntimeException e) {
            failed.tell(batch.topic(), ErrorText.line(e, ""));
            batch.decideAll(messages, AFTER_ERROR);
        }
    }
}
