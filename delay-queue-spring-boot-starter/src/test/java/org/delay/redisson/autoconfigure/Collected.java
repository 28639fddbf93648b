package org.delay.redisson.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;

/** A consumer as applications without Kafka write it. */
class Collected extends DelayQueueMessageConsumer {

    /** What came, by which thread. */
    record Arrival(DelayedMessage message, Thread thread) {}

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        messages.forEach(message -> arrivals.add(new Arrival(message, Thread.currentThread())));
    }

    Arrival next() {
        try {
            Arrival arrival = arrivals.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (arrival == null) {
                throw new AssertionError("No message within " + PATIENCE);
            }
            return arrival;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }

    boolean isEmpty() {
        return arrivals.isEmpty();
    }
}
