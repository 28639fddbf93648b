package org.delay.redisson.engine.admission;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.Bound;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Stops topics that occupy as many workers as their {@link Bound} allows. Such a topic is deferred, and each worker that comes
 * free recalls one.
 */
@RequiredArgsConstructor
final class ConcurrencyLimits implements Gate {

    private static final class Usage {

        private final WaitingTopics waiting;
        private int calls;

        private Usage(WaitingTopics waiting) {
            this.waiting = waiting;
        }
    }

    private final TopicRules rules;
    private final RecallQueue recalls;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** By the bound's name. */
    private final Map<String, Usage> usages = new HashMap<>();

    @Override
    public String text() {
        return "its concurrency limit is reached";
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        Bound bound = bound(topic);
        if (bound == null) {
            return Granted.FREELY;
        }
        lock.lock();
        try {
            Usage usage = usage(bound);
            if (usage.calls >= bound.calls()) {
                return defer(usage.waiting.pause(topic));
            }
            usage.calls++;
            return new Granted(false, () -> leave(usage));
        } finally {
            lock.unlock();
        }
    }

    private Usage usage(Bound bound) {
        return usages.computeIfAbsent(bound.name(), name -> new Usage(new WaitingTopics(recalls, ticker)));
    }

    private void leave(Usage usage) {
        lock.lock();
        try {
            usage.calls--;
            recallOne(usage);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void deferred(int shard, String topic) {
        Bound bound = bound(topic);
        if (bound == null) {
            return;
        }
        lock.lock();
        try {
            Usage usage = usage(bound);
            usage.waiting.add(shard, topic);
            if (usage.calls < bound.calls()) {
                recallOne(usage);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void recallOne(Usage usage) {
        int unused = usage.waiting.recall(1, topic -> true);
    }

    private @Nullable Bound bound(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? null : rule.bound();
    }
}
