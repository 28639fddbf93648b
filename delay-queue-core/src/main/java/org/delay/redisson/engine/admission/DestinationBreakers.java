package org.delay.redisson.engine.admission;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DeferralReason;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.Ticker;

/** Stops topics that can't be delivered. Each destination has a breaker of its own: one that is unavailable stops no other. */
@RequiredArgsConstructor
final class DestinationBreakers implements Gate {

    private final TopicRules rules;
    private final Ticker ticker;
    private final RecallQueue recalls;
    private final DispatchListener listener;
    private final Map<String, DestinationBreaker> all = new ConcurrentHashMap<>();

    @Override
    public DeferralReason reason() {
        return DeferralReason.DESTINATION_UNAVAILABLE;
    }

    @Override
    public Admission admit(Object worker, int shard, String topic) {
        return of(topic).admit(this, topic);
    }

    @Override
    public void deferred(int shard, String topic) {
        of(topic).deferred(shard, topic);
    }

    @Override
    public void recallNext() {
        all.values().forEach(DestinationBreaker::recallNext);
    }

    /** Stops a topic that needs a probe, and has no turn. */
    Deferred defer(String topic) {
        return defer(of(topic).deferral(topic));
    }

    /** Those that had messages since the start, in order of their names. */
    List<DestinationStatus> statuses() {
        return all.values().stream()
                .map(DestinationBreaker::status)
                .sorted(Comparator.comparing(DestinationStatus::name))
                .toList();
    }

    /** The breaker of the topic's destination. */
    DestinationBreaker of(String topic) {
        TopicRule rule = rules.of(topic);
        String name = rule == null ? TopicRule.CONSUMER : rule.destination();
        DestinationBreaker known = all.get(name);
        return known != null
                ? known
                : all.computeIfAbsent(name, fresh -> new DestinationBreaker(fresh, ticker, recalls, listener));
    }
}
