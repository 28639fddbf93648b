package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.schedule.ScheduledTask;
import org.delay.redisson.engine.schedule.ShardDiscovery;
import org.delay.redisson.engine.schedule.ShardSchedule;
import org.jspecify.annotations.Nullable;

/** What a worker does next: what an interrupted handler left comes first, then what is due in the schedule. */
@RequiredArgsConstructor
final class WorkerTasks {

    private final InterruptedBatches interrupted;
    private final ShardSchedule schedule;
    private final ShardDiscovery discovery;
    private final ShardTurn turn;

    /** Waits for the next task and runs it. Says whether the worker goes on: not after the end, or after it was replaced. */
    boolean runNext() throws InterruptedException {
        if (interrupted.finishNext()) {
            return true;
        }
        @Nullable ScheduledTask task = schedule.take();
        if (task == null) {
            return false;
        }
        if (task instanceof ScheduledTask.Discovery) {
            discovery.run();
            return true;
        }
        return turn.take(task);
    }
}
