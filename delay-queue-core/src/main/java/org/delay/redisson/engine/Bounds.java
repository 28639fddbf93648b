package org.delay.redisson.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.TopicRule.Bound;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that topics with a {@link Bound} take up no more workers than that. A worker enters before it claims, and
 * leaves when it has come back from the handler. A topic that finds its bound reached is put off, and whoever leaves
 * brings one forward again.
 */
@RequiredArgsConstructor
final class Bounds {

    /** A topic of a shard that was put off. */
    record PutOff(int shard, String topic) {}

    private static final class Place {

        private final Set<Object> workers = new HashSet<>();
        private final Set<PutOff> waiting = new LinkedHashSet<>();
    }

    private final TopicRules rules;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Place> places = new HashMap<>();

    /** Whether this worker may claim messages of the topic; if not, the topic is to be put off. */
    boolean enter(Object worker, int shard, String topic) {
        return entered(worker, topic, new PutOff(shard, topic));
    }

    /** As {@link #enter}, where a topic that finds its bound reached is not put off. */
    boolean tryEnter(Object worker, String topic) {
        return entered(worker, topic, null);
    }

    private boolean entered(Object worker, String topic, @Nullable PutOff otherwise) {
        Bound bound = bound(topic);
        if (bound == null) {
            return true;
        }
        lock.lock();
        try {
            Place place = places.computeIfAbsent(bound.name(), name -> new Place());
            if (place.workers.size() < bound.calls()) {
                place.workers.add(worker);
                return true;
            }
            if (otherwise != null) {
                place.waiting.add(otherwise);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the topic's bound is still reached. It may not be by the time that it was put off. */
    boolean isReached(String topic) {
        Bound bound = bound(topic);
        if (bound == null) {
            return false;
        }
        lock.lock();
        try {
            Place place = places.get(bound.name());
            return place != null && place.workers.size() >= bound.calls();
        } finally {
            lock.unlock();
        }
    }

    /** This worker is free again: what waited longest for that, to be brought forward, or null if nothing did. */
    @Nullable
    PutOff leave(Object worker) {
        lock.lock();
        try {
            for (Place place : places.values()) {
                if (place.workers.remove(worker)) {
                    return first(place.waiting);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable PutOff first(Set<PutOff> waiting) {
        Iterator<PutOff> all = waiting.iterator();
        if (!all.hasNext()) {
            return null;
        }
        PutOff first = all.next();
        all.remove();
        return first;
    }

    private @Nullable Bound bound(String topic) {
        TopicRule rule = rules.of(topic);
        return rule == null ? null : rule.bound();
    }
}
