package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.Ticker;

/** Schedules for gates to recall topics in. */
final class Schedules {

    private Schedules() {}

    /** Of an instance that knows that there is no other one. */
    static ShardSchedule alone(Ticker ticker) {
        ShardSchedule schedule = new ShardSchedule(ticker, new ShardOwnership(Neighbours.ME, Duration.ofMillis(500)));
        schedule.update(Neighbours.andMe(List.of()));
        return schedule;
    }
}
