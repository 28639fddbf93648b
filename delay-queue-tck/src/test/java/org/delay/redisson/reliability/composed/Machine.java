package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Watches how late a thread is that only sleeps: so much is not the library's. */
final class Machine implements AutoCloseable {

    private static final long TICK = Duration.ofMillis(50).toNanos();

    private final long longest;

    private final Thread thread = new Thread(this::tick, "composed-machine");
    private volatile boolean closed;
    private volatile long worst;
    private final AtomicInteger rests = new AtomicInteger();

    private Machine(Duration longest) {
        this.longest = longest.toNanos();
        thread.setDaemon(true);
        thread.start();
    }

    /** @param longest what rests for longer may have cost a message its lease, or a handler its time */
    static Machine watch(Duration longest) {
        return new Machine(longest);
    }

    private void tick() {
        long last = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(TICK);
            long now = System.nanoTime();
            worst = Math.max(worst, now - last - TICK);
            if (now - last - TICK > longest) {
                rests.incrementAndGet();
            }
            last = now;
        }
    }

    /** By how much bounds of time are to be wider. */
    Duration slack() {
        return Duration.ofNanos(4 * worst);
    }

    /** How often it was at rest for too long. */
    int rests() {
        return rests.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
