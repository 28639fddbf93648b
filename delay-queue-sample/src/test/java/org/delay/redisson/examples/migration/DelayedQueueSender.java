package org.delay.redisson.examples.migration;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

/** An application before: {@code offer} to the delayed queue, {@code take} from its destination. */
@SuppressWarnings("deprecation")
final class DelayedQueueSender implements AutoCloseable {

    private final RDelayedQueue<String> delayed;
    private final RBlockingQueue<String> destination;

    DelayedQueueSender(RedissonClient redisson, String name) {
        // tag::before[]
        RBlockingQueue<String> destination = redisson.getBlockingQueue(name);
        RDelayedQueue<String> delayed = redisson.getDelayedQueue(destination);
        // end::before[]
        this.destination = destination;
        this.delayed = delayed;
    }

    void send(String body, long delay, TimeUnit unit) {
        // tag::offer[]
        delayed.offer(body, delay, unit);
        // end::offer[]
    }

    BlockingQueue<String> destination() {
        return destination;
    }

    @Override
    public void close() {
        delayed.destroy();
    }
}
