package org.delay.redisson.engine.admission;

import java.time.Duration;
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
        private int limit;
        private int calls;
        private long recalled;

        private Usage(WaitingTopics waiting, long now) {
            this.waiting = waiting;
            this.recalled = now;
        }
    }

    /** A topic that has not come so long after its recall will not come: nothing is due, or another instance has it. */
    static final Duration RECALL_TIMEOUT = Duration.ofMillis(200);

    private final TopicRules rules;
    private final RecallQueue recalls;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** By the bound's name. */
    private final Map<String, Usage> usages = new HashMap<>();

    private @Nullable Long looked;

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
            usage.waiting.remove(shard, topic);
            usage.calls++;
            return new Granted(false, () -> leave(usage));
        } finally {
            lock.unlock();
        }
    }

    private Usage usage(Bound bound) {
        Usage usage = usages.computeIfAbsent(
                bound.name(), name -> new Usage(new WaitingTopics(recalls, ticker), ticker.nanos()));
        usage.limit = bound.calls();
        return usage;
    }

    private void leave(Usage usage) {
        lock.lock();
        try {
            usage.calls--;
            recall(usage, 1);
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
                recall(usage, 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Recalls the next topics where there is room for them because those that were recalled did not come. */
    @Override
    public void recallNext() {
        lock.lock();
        try {
            long now = ticker.nanos();
            if (looked == null || now - looked >= RECALL_TIMEOUT.toNanos() / 2) {
                looked = now;
                usages.values().stream()
                        .filter(usage -> now - usage.recalled >= RECALL_TIMEOUT.toNanos())
                        .forEach(usage -> recall(usage, usage.limit - usage.calls));
            }
        } finally {
            lock.unlock();
        }
    }

    private void recall(Usage usage, int most) {
        if (usage.waiting.recall(most, topic -> true) > 0) {
            usage.recalled = ticker.nanos();
        }
    }

    private @Nullable Bound bound(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? null : rule.bound();
    }
}
