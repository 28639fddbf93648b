package org.delay.redisson.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRules;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.Ticker;

/** Where messages are delivered to, each with its own account of what can be reached: what ails one concerns no other. */
@RequiredArgsConstructor
final class Destinations implements Gate {

    private final TopicRules rules;
    private final Ticker ticker;
    private final RecalledTopics recalls;
    private final DispatchListener listener;
    private final Map<String, Destination> all = new ConcurrentHashMap<>();

    @Override
    public Admission admit(Object worker, String topic) {
        return of(topic).admit(this, topic);
    }

    @Override
    public void putOff(int shard, String topic) {
        of(topic).putOff(shard, topic);
    }

    /** Whether the topic's messages are to wait though they are claimed. */
    boolean isAside(String topic) {
        return of(topic).isAside(topic);
    }

    /** A message of the topic was delivered. */
    void delivered(String topic) {
        of(topic).delivered(topic);
    }

    /** A message of the topic failed, though not for want of the destination. */
    void answered(String topic) {
        of(topic).answered(topic);
    }

    /** The destination took nothing of the topic. */
    void unavailable(String topic, Throwable cause) {
        of(topic).unavailable(topic, cause);
    }

    /** As {@link #unavailable}, where that is known to concern this topic only. */
    void unavailableAlone(String topic, Throwable cause) {
        of(topic).unavailableAlone(topic, cause);
    }

    /** Where nobody was heard of for a while, the next one is called. */
    void callNext() {
        all.values().forEach(Destination::callNext);
    }

    /** Where the topic is delivered to. */
    Destination of(String topic) {
        TopicRule rule = rules.of(topic);
        String name = rule == null ? TopicRule.CONSUMER : rule.destination();
        Destination known = all.get(name);
        return known != null
                ? known
                : all.computeIfAbsent(name, fresh -> new Destination(fresh, ticker, recalls, listener));
    }
}
