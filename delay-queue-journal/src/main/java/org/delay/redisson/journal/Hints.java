package org.delay.redisson.journal;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.delay.redisson.journal.store.MessageKey;

/**
 * Messages that have changed and can be relayed at once. Only hints: what is not kept here, or lost with the process, the sweep
 * finds. Thread-safe; no call waits for another one's work.
 */
final class Hints {

    /** Beyond that, the sweep is as fast. */
    static final int MAX = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private final Map<MessageKey, Long> keys = new LinkedHashMap<>();
    private boolean woken;

    void add(Collection<MessageKey> some) {
        long now = System.nanoTime();
        lock.lock();
        try {
            for (MessageKey key : some) {
                if (keys.size() < MAX) {
                    keys.putIfAbsent(key, now);
                }
            }
            given.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Has the next call of {@link #take} return at once, or the one that waits. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            given.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for hints, and takes out the oldest, with when they came by {@link System#nanoTime}. None if none came in time. */
    Map<MessageKey, Long> take(int limit, long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (keys.isEmpty() && !woken && left > 0) {
                left = given.awaitNanos(left);
            }
            woken = false;
            Map<MessageKey, Long> taken = new LinkedHashMap<>();
            Iterator<Map.Entry<MessageKey, Long>> each = keys.entrySet().iterator();
            while (taken.size() < limit && each.hasNext()) {
                Map.Entry<MessageKey, Long> next = each.next();
                taken.put(next.getKey(), next.getValue());
                each.remove();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
