package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.Admission.Deferred;
import org.delay.redisson.engine.schedule.ShardOwnership;

/**
 * Topics of a shard that can't be served here now. Where there are other instances each is offered to them for a time; then
 * all are put off together. For one visit.
 */
@RequiredArgsConstructor
final class DeferredTopics {

    private final DispatchOperations queue;
    private final ShardOwnership owners;
    private final int shard;
    private final HandoffOffers offers;
    private final long now;
    private final Map<String, Deferred> topics = new LinkedHashMap<>();
    private boolean off;

    void add(String topic, Deferred deferred) {
        topics.put(topic, deferred);
    }

    /** Puts off what nobody else wants, and says whether all topics stay due for others. */
    boolean leave() {
        if (topics.isEmpty()) {
            return false;
        }
        if (!owners.isAlone()) {
            offer();
        }
        if (!topics.isEmpty()) {
            queue.defer(shard, delays(topics));
            topics.forEach(this::left);
        }
        return !off;
    }

    /** Takes out what is offered; what is left could not be offered, since there are too many. */
    private void offer() {
        offers.forget(now);
        topics.entrySet()
                .removeIf(topic ->
                        offers.stands(topic.getKey(), now, topic.getValue().offer()));
        Map<Duration, Map<String, Deferred>> ended = new HashMap<>();
        topics.entrySet().removeIf(topic -> {
            boolean known = offers.knows(topic.getKey());
            if (known) {
                ended.computeIfAbsent(topic.getValue().offer(), time -> new HashMap<>())
                        .put(topic.getKey(), topic.getValue());
            }
            return known;
        });
        ended.forEach(this::putOffIfLeft);
    }

    private void putOffIfLeft(Duration time, Map<String, Deferred> some) {
        Set<String> left = queue.deferIfLeft(shard, time, delays(some));
        some.forEach((topic, deferred) -> {
            if (left.contains(topic)) {
                offers.ended(topic);
                left(topic, deferred);
            } else {
                offers.taken(topic, now, time);
            }
        });
    }

    private void left(String topic, Deferred deferred) {
        off = true;
        deferred.gate().putOff(shard, topic);
    }

    private static Map<String, Duration> delays(Map<String, Deferred> some) {
        Map<String, Duration> delays = new HashMap<>();
        some.forEach((topic, deferred) -> delays.put(topic, deferred.time()));
        return delays;
    }
}
