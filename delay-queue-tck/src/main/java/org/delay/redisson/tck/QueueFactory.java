package org.delay.redisson.tck;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;

/** Makes the queues that a {@link DelayQueueContract} tests. */
public interface QueueFactory {

    /**
     * Opens the queue of a service: empty and with {@link #shards()} shards where the service is new, and as another
     * client of the same messages where it was opened before.
     *
     * @param service the contract takes a new one for each test
     */
    DelayQueueMessage open(String service, Limits limits, BodyConverter converter) throws Exception;

    /** Ends a queue that {@link #open} made: closes it if it can be closed. */
    default void close(DelayQueueMessage queue) throws Exception {
        if (queue instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** How many shards a new queue has. */
    default int shards() {
        return 1;
    }

    /** How time passes for these queues; by waiting unless more is said. */
    default TimeMachine time() {
        return TimeMachine.waiting();
    }
}
