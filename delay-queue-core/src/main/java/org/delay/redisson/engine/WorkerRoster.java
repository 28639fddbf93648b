package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Which workers there are, without those that were replaced or dismissed, and how many are wanted. */
final class WorkerRoster {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private final Set<WorkerId> workers = new HashSet<>();
    private int wanted;

    /** How many workers there are for which this is true. */
    int count(Predicate<WorkerId> condition) {
        lock.lock();
        try {
            return (int) workers.stream().filter(condition).count();
        } finally {
            lock.unlock();
        }
    }

    /** From now on so many workers are wanted. */
    void want(int number) {
        lock.lock();
        try {
            wanted = number;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a worker if there are fewer than are wanted, and says whether it did. */
    boolean add(WorkerId worker) {
        lock.lock();
        try {
            return workers.size() < wanted && workers.add(worker);
        } finally {
            lock.unlock();
        }
    }

    /** Removes a worker if there are more than are wanted, and says whether it did: then the worker is to end. */
    boolean dismiss(WorkerId worker) {
        lock.lock();
        try {
            return workers.size() > wanted && workers.remove(worker);
        } finally {
            lock.unlock();
        }
    }

    void remove(WorkerId worker) {
        lock.lock();
        try {
            workers.remove(worker);
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there are no workers, and says whether that is so within the time. */
    boolean isEmptyWithin(Duration time) throws InterruptedException {
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
