package org.delay.redisson.examples.migration;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;

// tag::drain[]
/** Forwards the messages of the old queue to the new one. Runs in one application, until the old queue is empty. */
@SuppressWarnings("deprecation")
public final class OldQueueDrain {

    private final RBlockingQueue<String> destination;
    private final RDelayedQueue<String> delayed;
    private final DelayQueueMessageProducer producer;
    private final String topic;

    public OldQueueDrain(RedissonClient redisson, String oldName, DelayQueueMessageProducer producer, String topic) {
        this.destination = redisson.getBlockingQueue(oldName);
        // A message moves to its destination only while an application has the delayed queue open.
        this.delayed = redisson.getDelayedQueue(destination);
        this.producer = producer;
        this.topic = topic;
    }

    /** Forwards the next due message, and returns whether there was one. Call it repeatedly. */
    public boolean forwardNext() {
        String body = destination.peek();
        if (body == null) {
            return false;
        }
        producer.sendMessage(topic, body, Duration.ZERO);
        // Remove it last: after a crash before this line, the message is sent again and not lost.
        destination.remove(body);
        return true;
    }

    /** Whether the old queue is empty. Then this class can be deleted. */
    public boolean isDrained() {
        return delayed.isEmpty() && destination.isEmpty();
    }

    /** Closes the old queue in this application. */
    public void close() {
        delayed.destroy();
    }
}
// end::drain[]
