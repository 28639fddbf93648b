package org.delay.redisson.benchmark.fleet;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.OutgoingMessage;

/** Sends messages at a steady rate until it is closed, each with a delay of a second. */
final class SteadySender implements AutoCloseable {

    static final Duration DELAY = Duration.ofSeconds(1);

    private final AtomicBoolean over = new AtomicBoolean();
    private final DelayQueueMessage queue;
    private final Thread thread;
    private volatile long sent;

    SteadySender(DelayQueueMessage queue, int perSecond) {
        this.queue = queue;
        this.thread = new Thread(() -> send(1_000_000_000L / perSecond), "fleet-sender");
        thread.setDaemon(true);
        thread.start();
    }

    private void send(long pace) {
        long began = System.nanoTime();
        for (long i = 0; !over.get(); i++) {
            long wait = began + i * pace - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
            var unused = queue.scheduleAsync(List.of(OutgoingMessage.to(Fleet.topic(i))
                    .body("{\"number\":" + i + "}")
                    .delay(DELAY)
                    .build()));
            sent = i + 1;
        }
    }

    /** Ends the sends; says how many there were. */
    long end() throws InterruptedException {
        over.set(true);
        thread.join();
        return sent;
    }

    @Override
    public void close() {
        over.set(true);
    }
}
