package org.delay.redisson.engine;

import org.jspecify.annotations.Nullable;

/**
 * Something to be done, mostly again and again, by one worker at a time: it waits in the {@link ShardSchedule}, or a worker has
 * it. Its state is the schedule's.
 */
abstract sealed class ScheduledTask permits Shard, BacklogClaim, ShardDiscovery {

    /** Its place in the schedule, the same one each time: putting it back must not fail for want of memory. */
    ShardSchedule.@Nullable Turn turn;

    /** Whether it waits there; else a worker has it. */
    boolean waiting;

    /** While a worker has it: the earliest time that was signalled since the worker's call was sent, or null. */
    @Nullable
    Long signalled;
}
