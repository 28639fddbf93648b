package org.delay.redisson.rabbit;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many publications wait for a confirm that is late. Each may take up a worker, and queues stop confirming together: those of a
 * node that is down, for example. Where the broker is slow with all of them, nobody gives up early. Thread-safe.
 */
final class LongWaits {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /**
     * One waits in any case, so that a queue that is slow to confirm is not published to in vain again and again. Not more, since there may be
     * only two workers.
     */
    private final Semaphore one = new Semaphore(1);

    /** When each of those that wait was published, the first to wait first. */
    private final Queue<Long> waiting = new ConcurrentLinkedQueue<>();

    /** When the last of those that were confirmed at once was published, by {@link System#nanoTime()}. */
    private final AtomicLong prompt = new AtomicLong(System.nanoTime());

    void confirmedAtOnce(long published) {
        prompt.accumulateAndGet(published, (last, now) -> now - last > 0 ? now : last);
    }

    /**
     * Waits as {@link Publication#await} does. Gives up early if another waits, and the broker has confirmed at once what was published
     * later than the one that waits longest, or together with it.
     */
    boolean await(Publication publication, long published, long until) throws InterruptedException {
        boolean isTheOne = one.tryAcquire();
        waiting.add(published);
        try {
            while (isTheOne || !isOneOvertaken()) {
                long left = until - System.nanoTime();
                if (publication.await(System.nanoTime() + Math.min(left, BETWEEN_LOOKS.toNanos()))) {
                    return true;
                }
                if (left <= BETWEEN_LOOKS.toNanos()) {
                    return false;
                }
            }
            return false;
        } finally {
            waiting.remove(published);
            if (isTheOne) {
                one.release();
            }
        }
    }

    private boolean isOneOvertaken() {
        Long oldest = waiting.peek();
        return oldest != null && prompt.get() - oldest >= 0;
    }
}
