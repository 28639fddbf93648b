package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** Claims what a task is for. */
@RequiredArgsConstructor
final class TaskClaims {

    private final ShardPoller poller;
    private final SecondClaimer secondClaimer;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(ScheduledTask task) {
        if (task instanceof ScheduledTask.Poll poll) {
            return poller.claim(poll.shard());
        }
        return task instanceof ScheduledTask.SecondTurn turn ? secondClaimer.claim(turn.claim()) : null;
    }
}
