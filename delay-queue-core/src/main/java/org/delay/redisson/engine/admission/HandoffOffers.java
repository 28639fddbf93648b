package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.admission.Admission.Deferred;
import org.delay.redisson.engine.admission.Admission.Offered;
import org.delay.redisson.engine.schedule.ShardOwnership;
import org.delay.redisson.engine.time.Ticker;

/**
 * Topics that this instance can't serve now, though another one may. The owner of a shard sees each topic first. If it deferred
 * the topic at once, no other instance would ever see it. So it leaves the topic due until others have looked, and defers it
 * only then, and only if Redis says that nobody claimed from it.
 */
@RequiredArgsConstructor
final class HandoffOffers {

    /** How long the end of an offer is remembered: meanwhile Redis is asked at once whether somebody takes the topic. */
    private static final Duration MEMORY = Duration.ofSeconds(10);

    /** Offers in one shard: a poll names more topics, so those that can be served are among them. */
    static final int MAX_TOPICS = ShardState.MAX_DUE * 4 / 5;

    private final ShardOwnership ownership;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();

    /** When the offers end, by shard and topic. */
    private final Map<Integer, Map<String, Long>> shards = new HashMap<>();

    /**
     * Offers a topic that a gate stops, if there may be other instances, and it was not offered before.
     *
     * @param time for how long; zero defers it at once
     */
    Admission offer(int shard, String topic, Deferred deferred, Duration time) {
        if (ownership.isAlone() || time.isZero()) {
            return deferred;
        }
        lock.lock();
        try {
            Map<String, Long> ends = shards.computeIfAbsent(shard, number -> new HashMap<>());
            long now = ticker.nanos();
            if (!ends.containsKey(topic) && ends.size() >= MAX_TOPICS) {
                return deferred;
            }
            long left = ends.computeIfAbsent(topic, fresh -> now + time.toNanos()) - now;
            return left > 0
                    ? new Offered(deferred.stop(), Duration.ofNanos(left))
                    : new Deferred(deferred.stop(), deferred.time(), time);
        } finally {
            lock.unlock();
        }
    }

    /** Another instance claimed from the topic, so it is offered again. */
    void taken(int shard, String topic, Duration time) {
        lock.lock();
        try {
            shards.computeIfAbsent(shard, number -> new HashMap<>()).put(topic, ticker.nanos() + time.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Nobody claimed from the topic. */
    void ended(int shard, String topic) {
        lock.lock();
        try {
            shards.getOrDefault(shard, new HashMap<>()).remove(topic);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets offers that ended long ago. */
    void forgetOld(int shard) {
        lock.lock();
        try {
            Map<String, Long> ends = shards.get(shard);
            if (ends != null) {
                long now = ticker.nanos();
                ends.values().removeIf(end -> now - end > MEMORY.toNanos());
            }
        } finally {
            lock.unlock();
        }
    }
}
