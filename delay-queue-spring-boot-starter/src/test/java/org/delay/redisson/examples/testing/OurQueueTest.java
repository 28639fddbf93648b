package org.delay.redisson.examples.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.tck.DelayQueueContract;
import org.delay.redisson.tck.QueueFactory;
import org.delay.redisson.tck.TimeMachine;
import org.delay.redisson.test.MovableClock;

// tag::test-contract[]
class OurQueueTest extends DelayQueueContract {

    private final MovableClock clock = MovableClock.stopped();
    private final Map<String, DelayQueueMessage> services = new ConcurrentHashMap<>();

    @Override
    protected QueueFactory queues() {
        return new QueueFactory() {
            @Override
            public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
                return services.computeIfAbsent(service, name -> OurQueue.create(clock, limits, converter));
            }

            @Override
            public TimeMachine time() {
                return TimeMachine.moving(clock);
            }
        };
    }
}
// end::test-contract[]
