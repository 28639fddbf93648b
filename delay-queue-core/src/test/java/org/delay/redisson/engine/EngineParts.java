package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.Ticker;

/** The parts of an engine without its threads. */
final class EngineParts {

    static final DispatchSettings SETTINGS =
            DispatchSettings.DEFAULTS.withSweep(Duration.ofMillis(4)).withLease(Duration.ofSeconds(30));

    private EngineParts() {}

    static Workplace place(DispatchOperations queue, Ticker ticker, DispatchListener listener) {
        return place(queue, ticker, listener, TopicRules.NONE);
    }

    static Workplace place(DispatchOperations queue, Ticker ticker, DispatchListener listener, TopicRules rules) {
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {}
        };
        ShardOwnership ownership = new ShardOwnership(Neighbours.ME, SETTINGS.sweep());
        Workplace place = Workplace.of(
                queue,
                consumer,
                SETTINGS,
                new GuardedTopicRules(rules),
                new Listeners(List.of(listener), ticker),
                ticker,
                ownership);
        place.schedule().update(Neighbours.andMe(List.of()));
        return place;
    }

    static WorkerPool crew(Workplace place) {
        return new WorkerPool(
                place,
                task -> {
                    throw new IllegalStateException("No threads here");
                },
                new Names());
    }

    /** Claimers' names: lane-1, lane-2, … */
    static final class Names implements java.util.function.Supplier<String> {

        private int last;

        @Override
        public String get() {
            return "lane-" + ++last;
        }
    }
}
