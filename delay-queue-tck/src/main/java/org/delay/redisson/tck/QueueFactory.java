package org.delay.redisson.tck;

import java.time.Duration;
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

    /** Closes a queue that {@link #open} made, if it is {@link AutoCloseable}. */
    default void close(DelayQueueMessage queue) throws Exception {
        if (queue instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** The number of shards of a new service. */
    default int shards() {
        return 1;
    }

    /** By how much a due time may be later than asked: it is rounded up, and a queue may only estimate its server's clock. */
    default Duration dueTimeError() {
        return Duration.ofMillis(1);
    }

    /** How tests let time pass for these queues. By default they wait. */
    default TimeMachine time() {
        return TimeMachine.waiting();
    }
}
