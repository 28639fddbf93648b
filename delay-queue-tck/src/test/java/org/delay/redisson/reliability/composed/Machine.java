package org.delay.redisson.reliability.composed;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Watches how late a thread is that only sleeps: so much is not the library's. */
final class Machine implements AutoCloseable {

    private static final long TICK = Duration.ofMillis(50).toNanos();

    private final Thread thread = new Thread(this::tick, "composed-machine");
    private volatile boolean closed;
    private volatile long worst;

    private Machine() {
        thread.setDaemon(true);
        thread.start();
    }

    static Machine watch() {
        return new Machine();
    }

    private void tick() {
        long last = System.nanoTime();
        while (!closed) {
            LockSupport.parkNanos(TICK);
            long now = System.nanoTime();
            worst = Math.max(worst, now - last - TICK);
            last = now;
        }
    }

    /** By how much bounds of time are to be wider. */
    Duration slack() {
        return Duration.ofNanos(4 * worst);
    }

    @Override
    public void close() {
        closed = true;
    }
}
