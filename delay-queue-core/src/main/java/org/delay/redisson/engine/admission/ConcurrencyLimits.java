package org.delay.redisson.engine.admission;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.ConcurrencyLimit;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Stops topics that have as many calls under way as their {@link ConcurrencyLimit} allows. Such a topic is deferred, and waits
 * in a line. The end of each call of the limit ({@link #leave}) hands the next one to the {@link RecallQueue}, which makes it due.
 * {@link WorkerShares} may stop a topic that this gate lets pass.
 */
@RequiredArgsConstructor
final class ConcurrencyLimits implements Gate {

    private static final class Usage {

        private final Turns turns;
        private final WaitingTopics waiting;
        private int limit;
        private int calls;
        private long recalled;

        private Usage(RecallQueue recalls, Ticker ticker) {
            this.turns = new Turns(ticker);
            this.waiting = new WaitingTopics(recalls, ticker, turns);
            this.recalled = ticker.nanos();
        }
    }

    private final TopicRules rules;
    private final RecallQueue recalls;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** By the limit's name. */
    private final Map<String, Usage> usages = new HashMap<>();

    private @Nullable Long looked;

    @Override
    public DeferralReason reason() {
        return DeferralReason.CONCURRENCY_LIMIT;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        ConcurrencyLimit limit = of(topic);
        if (limit == null) {
            return Granted.FREELY;
        }
        lock.lock();
        try {
            Usage usage = usage(limit);
            if (usage.calls >= limit.calls()) {
                return defer(usage.waiting.deferral(topic));
            }
            usage.waiting.remove(shard, topic);
            usage.calls++;
            return new Granted(false, () -> leave(usage));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable String turnBefore(Object worker, int shard, String topic) {
        ConcurrencyLimit limit = of(topic);
        if (limit == null) {
            return null;
        }
        lock.lock();
        try {
            Usage usage = usage(limit);
            return usage.calls < limit.calls() ? usage.turns.take(shard, topic) : null;
        } finally {
            lock.unlock();
        }
    }

    private Usage usage(ConcurrencyLimit limit) {
        Usage usage = usages.computeIfAbsent(limit.name(), name -> new Usage(recalls, ticker));
        usage.limit = limit.calls();
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
        ConcurrencyLimit limit = of(topic);
        if (limit == null) {
            return;
        }
        lock.lock();
        try {
            Usage usage = usage(limit);
            usage.waiting.add(shard, topic, Pace.UNCLEAR);
            if (usage.calls < limit.calls()) {
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
            if (looked == null || now - looked >= Turns.TIMEOUT.toNanos() / 2) {
                looked = now;
                usages.values().stream()
                        .filter(usage -> now - usage.recalled >= Turns.TIMEOUT.toNanos())
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

    /** Whether a topic may have one more call. */
    boolean hasRoom(String topic) {
        ConcurrencyLimit limit = of(topic);
        if (limit == null) {
            return true;
        }
        lock.lock();
        try {
            return usage(limit).calls < limit.calls();
        } finally {
            lock.unlock();
        }
    }

    /** The limit of a topic, or null if it has none. */
    @Nullable
    ConcurrencyLimit of(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? null : rule.concurrencyLimit();
    }
}
