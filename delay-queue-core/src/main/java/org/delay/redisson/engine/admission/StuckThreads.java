package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.DispatchListener;

/**
 * Stops topics of which too many threads were interrupted in the handler and have not come back. Topics that share a
 * concurrency limit are counted together, because those threads use up the limit.
 */
@Slf4j
@RequiredArgsConstructor
final class StuckThreads implements Gate {

    private static final Duration DEFERRAL = Duration.ofSeconds(1);

    private final int most;
    private final TopicRules rules;
    private final DispatchListener listener;
    private final Map<String, Integer> threads = new ConcurrentHashMap<>();

    /**
     * A limit of stuck threads, for one topic or for all topics that share a concurrency limit.
     *
     * @param name the topic, or a name for the shared limit that no topic can have
     * @param most the number of stuck threads at which claims stop
     */
    private record Cap(String name, int most) {}

    private Cap cap(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null || rule.concurrencyLimit() == null
                ? new Cap(topic, most)
                : new Cap(
                        "concurrency limit: " + rule.concurrencyLimit().name(),
                        Math.min(most, rule.concurrencyLimit().calls()));
    }

    @Override
    public DeferralReason reason() {
        return DeferralReason.HANDLER_STUCK;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        if (threads.isEmpty()) {
            return Admission.Granted.FREELY;
        }
        Cap cap = cap(topic);
        return threads.getOrDefault(cap.name(), 0) < cap.most() ? Admission.Granted.FREELY : defer(DEFERRAL);
    }

    /** A thread is about to be interrupted in the topic's handler; it may come back at once. */
    void interrupting(String topic) {
        threads.merge(cap(topic).name(), 1, Integer::sum);
    }

    /** A thread that was interrupted was replaced: reports the topic if that thread was one too many. */
    void replaced(String topic) {
        Cap cap = cap(topic);
        if (threads.getOrDefault(cap.name(), 0) == cap.most()) {
            log.warn(
                    "Topic {} is not claimed in this instance, because {} did not return"
                            + " from its handler. Its messages wait until one of them returns. See"
                            + " 'delay.redisson.max-stuck-threads'",
                    topic,
                    Counted.of(cap.most(), "interrupted thread"));
            listener.handlerStuck(topic);
        }
    }

    /** A thread that was interrupted in the topic's handler has come back. */
    void cameBack(String topic) {
        Cap cap = cap(topic);
        Integer left = threads.computeIfPresent(cap.name(), (name, count) -> count == 1 ? null : count - 1);
        if ((left == null ? 0 : left) == cap.most() - 1) {
            log.info("Topic {} is claimed again, because a thread has returned from its handler", topic);
            listener.handlerRecovered(topic);
        }
    }
}
