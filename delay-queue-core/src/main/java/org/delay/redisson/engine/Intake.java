package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.Signal;

/** What brings messages in. */
@RequiredArgsConstructor
final class Intake {

    private final Signal ending;
    private final ShardSchedule schedule;
    private final PoisonMessageGuard guard;
    private final ShardDiscovery discovery;

    /** From now on nothing is claimed or begun. */
    void end() {
        ending.give();
        schedule.end();
        guard.end();
    }

    /** Ends the subscription to wake-ups. */
    void close() {
        discovery.close();
    }
}
