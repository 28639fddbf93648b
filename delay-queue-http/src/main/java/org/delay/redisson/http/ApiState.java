package org.delay.redisson.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether the API still answers, and how many answers are owed to clients that wait. Safe for use by many threads. */
final class ApiState {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private volatile boolean stopping;
    private int owed;

    boolean isStopping() {
        return stopping;
    }

    /** From now on, requests are refused. */
    void stop() {
        stopping = true;
    }

    void owe() {
        lock.lock();
        try {
            owed++;
        } finally {
            lock.unlock();
        }
    }

    void answered() {
        lock.lock();
        try {
            owed--;
            answered.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all answers are written, and at most for the time given. An interrupt ends the wait too. */
    void awaitAnswers(Duration longest) {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (owed > 0 && left > 0) {
                left = answered.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
