package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.jspecify.annotations.Nullable;

/** The workers of one start, without those that were replaced, and the batches that are worked on. */
@Slf4j
@RequiredArgsConstructor
final class WorkerPool {

    private final Workplace place;
    private final ThreadFactory threads;
    private final Supplier<String> claimers;
    private final Set<Batch> batches = ConcurrentHashMap.newKeySet();
    private final Queue<Batch.Unfinished> unfinished = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    private final StandbyWorkers standIns = new StandbyWorkers();
    private int wanted;

    /** Starts as many workers as are missing, and others in the place of those that wait for Redis. */
    void fill() {
        lock.lock();
        try {
            int waiting = (int) workers.stream()
                    .filter(worker -> worker.waitsFor(StandbyWorkers.MOMENT))
                    .count();
            wanted = place.settings().workers()
                    + standIns.number(waiting, place.ticker().nanos());
            while (workers.size() < wanted && !place.ending().given()) {
                Worker worker = new Worker(place, this, claimers);
                Thread thread = threads.newThread(worker);
                workers.add(worker);
                try {
                    thread.start();
                } catch (Throwable e) {
                    workers.remove(worker);
                    throw e;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether there are more workers than are wanted, so that this one is to end. It counts no more then. */
    boolean dismisses(Worker worker) {
        lock.lock();
        try {
            return workers.size() > wanted && workers.remove(worker);
        } finally {
            lock.unlock();
        }
    }

    void left(Worker worker) {
        lock.lock();
        try {
            workers.remove(worker);
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Another worker comes in the place of one that does not come back, and finishes what it left. */
    void replace(Batch.Unfinished left) {
        unfinished.add(left);
        Worker worker = left.batch().worker();
        place.feedback().replaced(worker, left.batch().topic());
        place.seats().leave();
        left(worker);
    }

    /** What a worker that was replaced left, or null. */
    Batch.@Nullable Unfinished unfinished() {
        return unfinished.poll();
    }

    void began(Batch batch) {
        batches.add(batch);
    }

    /** Nobody works on the batch any more. */
    void done(Batch batch) {
        batches.remove(batch);
        place.quarantine().leave(batch);
        batch.call().settled();
    }

    Collection<Batch> batches() {
        return batches;
    }

    /** Waits for the workers to end, and says whether all of them did within the time. */
    boolean endedWithin(Duration time) throws InterruptedException {
        long left = time.toNanos();
        lock.lockInterruptibly();
        try {
            while (!workers.isEmpty()) {
                if (left <= 0) {
                    return false;
                }
                left = empty.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
