package org.delay.redisson.engine;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.StopSignal;

/** What brings messages in. */
@RequiredArgsConstructor
final class Intake {

    private final StopSignal ending;
    private final ShardSchedule schedule;
    private final PoisonMessageGuard guard;
    private final ShardDiscovery discovery;
    private final DeliveryFeedback feedback;

    /** From now on nothing is claimed or begun. */
    void end() {
        ending.give();
        schedule.end();
        guard.end();
    }

    /** Where messages can be delivered. */
    List<DestinationStatus> destinations() {
        return feedback.destinations();
    }

    /** Ends the subscription to wake-ups. */
    void close() {
        discovery.close();
    }
}
