package org.delay.redisson.engine;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.StopSignal;

/** Starts the threads of workers, and others for those that wait for Redis. */
@RequiredArgsConstructor
final class WorkerPool {

    private final WorkerRoster roster;
    private final StandbyWorkers standby;
    private final ThreadFactory threads;
    private final Function<WorkerId, Worker> workers;
    private final StopSignal ending;
    private final ReentrantLock lock = new ReentrantLock();

    /** Starts as many workers as are missing. To be called now and then. */
    void fill() {
        lock.lock();
        try {
            roster.want(standby.wanted(roster));
            WorkerId next = new WorkerId();
            while (!ending.given() && roster.add(next)) {
                start(next);
                next = new WorkerId();
            }
        } finally {
            lock.unlock();
        }
    }

    private void start(WorkerId worker) {
        boolean started = false;
        try {
            threads.newThread(workers.apply(worker)).start();
            started = true;
        } finally {
            if (!started) {
                roster.remove(worker);
            }
        }
    }
}
