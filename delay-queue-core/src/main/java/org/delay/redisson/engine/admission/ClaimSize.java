package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.engine.policy.PullDestination;

/**
 * How many messages to claim from a topic at once. Many if they are handled fast, because a claim costs a round trip. Few if
 * they are handled slowly, so that they are spread over workers and instances and none waits in a batch. Found out by trying,
 * topic by topic. From a topic that is pulled, as many as are wanted.
 */
public final class ClaimSize {

    private static final long FAST = Duration.ofMillis(20).toNanos();

    private static final long SLOW = Duration.ofMillis(100).toNanos();

    /** Topics come and go; beyond this many, what was found out is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    /** The most messages that are risked to find out whether a destination is available again. */
    private static final int PROBE = 10;

    private final int most;
    private final PullDestination pulled;
    private final Map<String, Integer> sizes = new ConcurrentHashMap<>();

    /** @param most the most messages of a claim */
    public ClaimSize(int most, PullDestination pulled) {
        this.most = most;
        this.pulled = pulled;
    }

    /** How many to claim: at least what the consumer takes in one call, which is also where a topic begins. */
    public int of(String topic, int atLeast) {
        if (pulled.contains(topic)) {
            return Math.min(most, Math.max(1, pulled.wanted(topic)));
        }
        return Math.min(most, Math.max(atLeast, sizes.getOrDefault(topic, 1)));
    }

    /** How many to claim for a probe. */
    int ofProbe(int atLeast) {
        return Math.min(most, Math.min(atLeast, PROBE));
    }

    /**
     * Learns from a batch. It was full if as many were claimed as were asked for, even if most of them have expired.
     *
     * @param limit how many messages were asked for
     * @param claimed how many there were
     * @param handled how many of them were handled, at least one; the others were dropped, released or lost
     * @param nanos how long handling them took
     */
    public void took(String topic, int limit, int claimed, int handled, long nanos) {
        int size = limit;
        if (nanos > SLOW) {
            size = (int) Math.max(1, handled * SLOW / nanos);
        } else if (claimed >= limit && nanos * limit / handled < FAST) {
            size = Math.min(most, 2 * limit);
        }
        if (size != limit) {
            put(topic, size);
        }
    }

    /**
     * Learns from a batch in which messages had expired. If all had, how fast the topic is remains unknown. If it is slow, the
     * rest of its next batch is released after a second. If it is fast, a backlog of expired messages is dropped as fast as
     * others are handled.
     *
     * @param limit how many messages were asked for
     * @param expired how many had expired; messages that are released for another instance do not count
     */
    void expired(String topic, int limit, int expired) {
        if (expired >= limit) {
            put(topic, Math.min(most, 2 * limit));
        }
    }

    private void put(String topic, int size) {
        if (sizes.size() >= MAX_TOPICS) {
            sizes.clear();
        }
        sizes.put(topic, size);
    }
}
