package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.jspecify.annotations.Nullable;

/** Claims what a task is for. */
@RequiredArgsConstructor
final class TaskClaims {

    private final ShardPoller poller;
    private final BacklogClaimer backlog;

    /** What was claimed, or null if that is nothing. */
    @Nullable
    GrantedClaim claim(ScheduledTask task) {
        if (task instanceof ScheduledTask.Poll poll) {
            return poller.claim(poll.shard());
        }
        return task instanceof ScheduledTask.Backlog second ? backlog.claim(second.claim()) : null;
    }
}
