package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.report.Outage;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.delay.redisson.engine.time.StopSignal;
import org.delay.redisson.engine.time.Ticker;

/** Finds out which topics of a shard are due. */
@RequiredArgsConstructor
final class DueTopics {

    private final DispatchOperations queue;
    private final ShardSchedule schedule;
    private final Ticker ticker;
    private final Outage redisOutage;
    private final StopSignal ending;

    /** Polls a shard unless topics are known to be due. Says whether there are any; else the shard was put back. */
    boolean find(Shard shard) {
        if (ending.given()) {
            schedule.putBack(shard, Duration.ZERO);
            return false;
        }
        return !shard.due().isEmpty() || poll(shard);
    }

    private boolean poll(Shard shard) {
        schedule.sent(shard);
        ShardState state = queue.poll(shard.number());
        long answered = ticker.nanos();
        if (state.due().isEmpty()) {
            shard.resetBackoff();
            redisOutage.worked();
            schedule.putBack(shard, state, answered, Duration.ZERO);
            return false;
        }
        shard.setDue(state.due());
        schedule.foundDue(shard);
        return true;
    }
}
