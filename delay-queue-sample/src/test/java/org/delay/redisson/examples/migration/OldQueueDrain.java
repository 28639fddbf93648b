package org.delay.redisson.examples.migration;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

// tag::drain[]
/** Hands on what the old queue still delivers. Runs in one application, until the old queue is empty. */
@SuppressWarnings("deprecation")
public final class OldQueueDrain {

    private final RBlockingQueue<String> destination;
    private final RDelayedQueue<String> delayed;
    private final DelayQueueMessageProducer producer;
    private final String topic;

    public OldQueueDrain(RedissonClient redisson, String oldName, DelayQueueMessageProducer producer, String topic) {
        this.destination = redisson.getBlockingQueue(oldName);
        // Somebody must have the delayed queue open, or nothing moves from it to its destination.
        this.delayed = redisson.getDelayedQueue(destination);
        this.producer = producer;
        this.topic = topic;
    }

    /** Hands on the next message that is due, and says whether there was one. Call it again and again. */
    public boolean handOnNext() {
        String body = destination.peek();
        if (body == null) {
            return false;
        }
        producer.sendMessage(topic, body, Duration.ZERO);
        // Only now: a crash before this line has the message sent again rather than lost.
        destination.remove(body);
        return true;
    }

    /** Whether the old queue has nothing left, so that this class can be deleted. */
    public boolean isDrained() {
        return delayed.isEmpty() && destination.isEmpty();
    }

    /** Ends the old queue's part of this application. */
    public void close() {
        delayed.destroy();
    }
}
// end::drain[]
