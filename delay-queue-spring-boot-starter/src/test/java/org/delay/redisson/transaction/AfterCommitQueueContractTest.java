package org.delay.redisson.transaction;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.tck.DelayQueueContract;
import org.delay.redisson.tck.QueueFactory;
import org.delay.redisson.tck.TimeMachine;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;

/** Without a transaction, it does all that a queue must do. */
class AfterCommitQueueContractTest extends DelayQueueContract {

    private final MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00.000123456Z"));
    private final Map<String, DelayQueueMessage> services = new ConcurrentHashMap<>();

    @Override
    protected QueueFactory queues() {
        return new QueueFactory() {
            @Override
            public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
                return services.computeIfAbsent(
                        service,
                        unused -> new AfterCommitQueue(
                                InMemoryDelayQueue.builder()
                                        .clock(clock)
                                        .limits(limits)
                                        .converter(converter)
                                        .build(),
                                () -> converter,
                                limits));
            }

            @Override
            public TimeMachine time() {
                return TimeMachine.moving(clock);
            }
        };
    }
}
