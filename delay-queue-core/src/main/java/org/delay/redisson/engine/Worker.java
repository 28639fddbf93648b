package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.time.StopSignal;

/** A thread that runs tasks until the end, or until it is dismissed or replaced. */
@Slf4j
@RequiredArgsConstructor
final class Worker implements Runnable {

    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);

    private final WorkerId id;
    private final WorkerRoster roster;
    private final WorkerTasks tasks;
    private final StopSignal ending;

    @Override
    public void run() {
        id.begins();
        try {
            boolean more = true;
            while (more && !roster.dismiss(id)) {
                more = runNext();
            }
        } finally {
            roster.remove(id);
        }
    }

    private boolean runNext() {
        try {
            return tasks.runNext();
        } catch (InterruptedException e) {
            // Not by us: the engine interrupts handlers only.
            log.debug("A worker was interrupted while it waited", e);
            return true;
        } catch (Throwable e) {
            log.error("A worker's task failed unexpectedly. The worker continues with the next task", e);
            ending.givenWithin(AFTER_ERROR);
            return true;
        }
    }
}
