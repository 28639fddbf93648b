package org.delay.redisson.engine;

import java.time.Duration;
import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.GuardedTopicRules;
import org.delay.redisson.engine.policy.PullDestination;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.report.Listeners;
import org.delay.redisson.engine.schedule.Heartbeat;
import org.delay.redisson.engine.schedule.Neighbours;
import org.delay.redisson.engine.time.Ticker;

/** The parts of an engine without its threads. */
final class EngineParts {

    static final DispatchSettings SETTINGS = DispatchSettings.builder()
            .sweep(Duration.ofMillis(4))
            .lease(Duration.ofSeconds(30))
            .build();

    private EngineParts() {}

    static DispatchAssembly of(DispatchOperations queue, Ticker ticker) {
        return of(queue, ticker, TopicRules.NONE);
    }

    static DispatchAssembly of(DispatchOperations queue, Ticker ticker, TopicRules rules) {
        DelayQueueMessageConsumer consumer = new DelayQueueMessageConsumer() {
            @Override
            protected void processMessages(String topic, List<DelayedMessage> messages) {}
        };
        EngineContext context = new EngineContext(
                new Heartbeat.Member(Neighbours.ME, ""),
                new Listeners(List.of(DispatchListener.NONE), ticker),
                task -> {
                    throw new IllegalStateException("No threads here");
                },
                PullDestination.NONE,
                ticker);
        DispatchAssembly parts = new DispatchAssembly(queue, consumer, SETTINGS, new GuardedTopicRules(rules), context);
        parts.schedule.update(Neighbours.andMe(List.of()));
        return parts;
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
