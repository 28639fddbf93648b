package org.delay.redisson.engine;

import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.Shard;
import org.delay.redisson.engine.schedule.ShardSchedule;

/** Schedules a second claim from shards with a backlog. */
@RequiredArgsConstructor
final class SecondClaimTrigger {

    private final ShardSchedule schedule;

    /** The maximum number of messages in one claim. */
    private final int most;

    /** Schedules a second claim if the first returned the maximum number of messages and its shard still has due topics. */
    void scheduleAfter(Shard shard, AnsweredClaim answer) {
        List<String> due = answer.result().state().due();
        if (!due.isEmpty() && answer.messages().size() == most) {
            // The shard's own turn begins with the first.
            schedule.scheduleSecondClaim(shard, due.get(due.size() > 1 ? 1 : 0));
        }
    }
}
