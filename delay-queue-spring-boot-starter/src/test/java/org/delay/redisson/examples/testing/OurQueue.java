package org.delay.redisson.examples.testing;

import java.time.Clock;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.test.InMemoryDelayQueue;

/** Stands for a queue that an application wrote. */
final class OurQueue {

    private OurQueue() {}

    static DelayQueueMessage create(Clock clock, Limits limits, BodyConverter converter) {
        return InMemoryDelayQueue.builder()
                .clock(clock)
                .limits(limits)
                .converter(converter)
                .build();
    }
}
