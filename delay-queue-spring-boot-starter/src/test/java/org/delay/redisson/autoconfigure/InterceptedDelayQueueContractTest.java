package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Instant;
import java.util.List;
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

/** A queue with meters and traces around it does all that a queue must do. */
class InterceptedDelayQueueContractTest extends DelayQueueContract {

    private final MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00.000123456Z"));
    private final Map<String, DelayQueueMessage> services = new ConcurrentHashMap<>();

    @Override
    protected QueueFactory queues() {
        return new QueueFactory() {
            @Override
            public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
                return services.computeIfAbsent(
                        service,
                        unused -> intercepted(InMemoryDelayQueue.builder()
                                .clock(clock)
                                .limits(limits)
                                .converter(converter)
                                .build()));
            }

            @Override
            public TimeMachine time() {
                return TimeMachine.moving(clock);
            }
        };
    }

    private static DelayQueueMessage intercepted(DelayQueueMessage queue) {
        TopicTags topics = new TopicTags(100);
        List<QueueInterceptor> interceptors = List.of(
                new QueueMeters(new SimpleMeterRegistry(), topics, new DestinationTags(1, topic -> "consumer")),
                new ObservedSends(observed(), topics));
        return new InterceptedDelayQueue(queue, () -> interceptors);
    }

    /** A registry without handlers observes nothing. */
    private static ObservationRegistry observed() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(context -> true);
        return registry;
    }
}
