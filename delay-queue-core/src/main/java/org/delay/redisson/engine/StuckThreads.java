package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;

/**
 * Counts the threads that were interrupted in a handler and have not come back: topic by topic, or together for topics that
 * share a bound, which they would use up unseen.
 */
@Slf4j
@RequiredArgsConstructor
final class StuckThreads implements Gate {

    /** How long a topic that is paused is left alone, by every instance. */
    private static final Duration PAUSED = Duration.ofSeconds(1);

    private final int most;
    private final TopicRules rules;
    private final DispatchListener listener;
    private final Map<String, Integer> threads = new ConcurrentHashMap<>();

    /** What is counted under a name that no topic has where it is shared, and how many of it are too many. */
    private record Cap(String name, int most) {}

    private Cap cap(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null || rule.bound() == null
                ? new Cap(topic, most)
                : new Cap(
                        "bound: " + rule.bound().name(),
                        Math.min(most, rule.bound().calls()));
    }

    @Override
    public Admission admit(Object worker, String topic) {
        if (threads.isEmpty()) {
            return OPEN;
        }
        Cap cap = cap(topic);
        return threads.getOrDefault(cap.name(), 0) < cap.most() ? OPEN : defer(PAUSED);
    }

    /** A thread is about to be interrupted, and may come back at once. */
    void left(String topic) {
        threads.merge(cap(topic).name(), 1, Integer::sum);
    }

    /** Says that a topic is paused, if it is so by the last thread that left. */
    void announce(String topic) {
        Cap cap = cap(topic);
        if (threads.getOrDefault(cap.name(), 0) == cap.most()) {
            log.warn(
                    "Topic {} is paused: {} threads were interrupted in its handler and have not come back."
                            + " It goes on when one of them does",
                    topic,
                    cap.most());
            listener.topicPaused(topic);
        }
    }

    void cameBack(String topic) {
        Cap cap = cap(topic);
        Integer left = threads.computeIfPresent(cap.name(), (name, count) -> count == 1 ? null : count - 1);
        if ((left == null ? 0 : left) == cap.most() - 1) {
            log.info("Topic {} goes on: a thread came back from its handler", topic);
            listener.topicResumed(topic);
        }
    }
}
