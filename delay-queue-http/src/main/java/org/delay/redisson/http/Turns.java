package org.delay.redisson.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many requests are handled at the same time. Each has a thread of the server until Redis has answered, and Redis may hang: the other
 * threads are for health checks, for refusals, and for answers to clients that wait. More requests wait for their turn without a thread.
 * Safe for use by many threads.
 */
final class Turns {

    /** What a request takes besides its body, about as a client that waits. */
    private static final long PER_REQUEST = 100_000;

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();

    /** Those that wait, in their order, and how many bytes each takes. */
    private final Map<Runnable, Long> waiting = new LinkedHashMap<>();

    private int taken;
    private long bytes;

    /** @param threads of the server, three quarters of which may be taken */
    Turns(int threads) {
        most = Math.max(1, threads / 4 * 3);
    }

    /** Returns whether there was a turn left. */
    boolean take() {
        lock.lock();
        try {
            boolean isFree = taken < most;
            taken += isFree ? 1 : 0;
            return isFree;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells when it has a turn, maybe at once.
     *
     * @param size of its body
     * @return false if too many wait, so that it gets none
     */
    boolean await(Runnable granted, int size) {
        lock.lock();
        try {
            if (taken >= most) {
                boolean isRoom = bytes < HeapRoom.bodies();
                if (isRoom) {
                    waiting.put(granted, size + PER_REQUEST);
                    bytes += size + PER_REQUEST;
                }
                return isRoom;
            }
            taken++;
        } finally {
            lock.unlock();
        }
        granted.run();
        return true;
    }

    /** Returns whether it still waited. Then it gets no turn. */
    boolean leave(Runnable granted) {
        lock.lock();
        try {
            Long size = waiting.remove(granted);
            bytes -= size == null ? 0 : size;
            return size != null;
        } finally {
            lock.unlock();
        }
    }

    /** Passes a turn on to the one that waits longest. */
    void end() {
        Runnable next = null;
        lock.lock();
        try {
            Iterator<Map.Entry<Runnable, Long>> first = waiting.entrySet().iterator();
            if (first.hasNext()) {
                Map.Entry<Runnable, Long> entry = first.next();
                next = entry.getKey();
                bytes -= entry.getValue();
                first.remove();
            } else {
                taken--;
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.run();
        }
    }
}
