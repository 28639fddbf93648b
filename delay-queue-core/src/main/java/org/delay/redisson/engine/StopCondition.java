package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.time.StopSignal;

/** Whether claimed messages are not to be begun: at the end, or while they can't be delivered. */
@RequiredArgsConstructor
final class StopCondition {

    private final StopSignal ending;
    private final DeliveryFeedback feedback;

    boolean applies(String topic) {
        return ending.given() || feedback.isUnavailable(topic);
    }
}
