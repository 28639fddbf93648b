package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.Admission.Granted;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.engine.policy.TopicRule.Bound;
import org.delay.redisson.engine.policy.TopicRules;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that topics with a {@link Bound} take up no more workers than that. A topic that finds its bound reached is put
 * off, and whoever leaves brings one forward again.
 */
@RequiredArgsConstructor
final class ConcurrencyLimits implements Gate {

    /** How long a topic whose bound is reached is left alone, unless a worker comes free here before. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    private static final class Place {

        private int taken;
        private final WaitingLine waiting;

        private Place(RecalledTopics recalls) {
            this.waiting = new WaitingLine(recalls);
        }
    }

    private final TopicRules rules;
    private final RecalledTopics recalls;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Place> places = new HashMap<>();

    @Override
    public Admission admit(Object worker, String topic) {
        Bound bound = bound(topic);
        if (bound == null) {
            return OPEN;
        }
        lock.lock();
        try {
            Place place = places.computeIfAbsent(bound.name(), name -> new Place(recalls));
            if (place.taken >= bound.calls()) {
                return defer(BUSY);
            }
            place.taken++;
            return new Granted(false, () -> leave(place));
        } finally {
            lock.unlock();
        }
    }

    private void leave(Place place) {
        lock.lock();
        try {
            place.taken--;
            place.waiting.callNext();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void putOff(int shard, String topic) {
        Bound bound = bound(topic);
        if (bound == null) {
            return;
        }
        lock.lock();
        try {
            Place place = places.computeIfAbsent(bound.name(), name -> new Place(recalls));
            place.waiting.add(shard, topic);
            if (place.taken < bound.calls()) {
                place.waiting.callNext();
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Bound bound(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? null : rule.bound();
    }
}
