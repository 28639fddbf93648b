package org.delay.redisson.engine;

import org.jspecify.annotations.Nullable;

/**
 * Something to be done again and again, by one worker at a time: it waits in the {@link ShardSchedule}, or a worker has
 * it. Its state is the schedule's.
 */
abstract sealed class Errand permits Shard, Survey {

    /** Where it waits, or null while a worker has it. */
    ShardSchedule.@Nullable Turn turn;

    /** While a worker has it: the earliest time that was signalled since the worker's call was sent, or null. */
    @Nullable
    Long signalled;
}
