package org.delay.redisson.tck;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.Limits;
import org.delay.redisson.test.InMemoryDelayQueue;
import org.delay.redisson.test.MovableClock;

/** Queues in memory, all on one clock. */
final class InMemoryQueues implements QueueFactory {

    private final Map<String, DelayQueueMessage> queues = new ConcurrentHashMap<>();
    private final int shards;
    private final Clock clock;
    private final TimeMachine time;

    private InMemoryQueues(int shards, Clock clock, TimeMachine time) {
        this.shards = shards;
        this.clock = clock;
        this.time = time;
    }

    /** On a clock that tests move, and that stands between two milliseconds. */
    static InMemoryQueues onMovableClock(int shards) {
        MovableClock clock = MovableClock.at(Instant.parse("2026-01-01T00:00:00.000123456Z"));
        return new InMemoryQueues(shards, clock, TimeMachine.moving(clock));
    }

    /** On a clock that nobody moves, as a server's. */
    static InMemoryQueues onRealTime(int shards) {
        return new InMemoryQueues(shards, Clock.systemUTC(), TimeMachine.waiting());
    }

    @Override
    public DelayQueueMessage open(String service, Limits limits, BodyConverter converter) {
        return queues.computeIfAbsent(
                service,
                unused -> InMemoryDelayQueue.builder()
                        .clock(clock)
                        .limits(limits)
                        .converter(converter)
                        .shards(shards)
                        .build());
    }

    @Override
    public int shards() {
        return shards;
    }

    @Override
    public TimeMachine time() {
        return time;
    }
}
