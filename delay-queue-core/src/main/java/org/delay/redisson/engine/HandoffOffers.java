package org.delay.redisson.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.delay.redisson.DispatchOperations.ShardState;
import org.delay.redisson.engine.schedule.ShardOwnership;

/**
 * Topics of a shard that this instance can't serve now, though another one may. The owner sees each topic first, so one
 * that it put off at once would never be seen by anybody else: it leaves the topic due until others have looked, and puts
 * it off only then, and only if Redis says that nobody took it. Belongs to the worker that has the shard.
 */
final class HandoffOffers {

    /** How long an offer stands: a little longer than the grace of the third in order. */
    static final Duration STANDS = ShardOwnership.untilOthersLook();

    /** So long after its end an offer is remembered, for Redis to be asked at once whether somebody takes the topic. */
    private static final Duration REMEMBERED = Duration.ofSeconds(10);

    /** So many at once: a look names more, and those that can be served must be among them. */
    static final int MOST = ShardState.MAX_DUE * 4 / 5;

    /** When the offers end. */
    private final Map<String, Long> ends = new HashMap<>();

    /**
     * Whether a topic is to stay due for others.
     *
     * @param time for how long
     */
    boolean stands(String topic, long now, Duration time) {
        Long end = ends.get(topic);
        if (end == null && ends.size() < MOST) {
            taken(topic, now, time);
            return true;
        }
        return end != null && now - end < 0;
    }

    /** Forgets what ended long ago. */
    void forget(long now) {
        ends.values().removeIf(end -> now - end > REMEMBERED.toNanos());
    }

    /** Whether the topic was offered; if not, there were too many to offer. */
    boolean knows(String topic) {
        return ends.containsKey(topic);
    }

    /** Somebody takes it, and so it is offered anew. */
    void taken(String topic, long now, Duration time) {
        ends.put(topic, now + time.toNanos());
    }

    /** Nobody took it. */
    void ended(String topic) {
        ends.remove(topic);
    }
}
