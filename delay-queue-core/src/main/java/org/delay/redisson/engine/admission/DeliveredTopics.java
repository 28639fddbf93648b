package org.delay.redisson.engine.admission;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a destination that were delivered when they were tried last. They may be asked for at any time, and are
 * otherwise guarded by their breaker's lock.
 */
final class DeliveredTopics {

    /** How often they must fail in a row until none counts. One may be unavailable by itself while another is delivered. */
    private static final int ALL_FAIL = 2;

    /** Beyond this many, it is forgotten which topics were delivered. */
    private static final int MAX_TOPICS = 50_000;

    private final Set<String> topics = ConcurrentHashMap.newKeySet();
    private int failuresInARow;
    private @Nullable String failing;

    /** Whether the destination accepted or rejected the last message that was tried, so that it is there. */
    private volatile boolean answers;

    boolean isEmpty() {
        return topics.isEmpty();
    }

    /** Whether the destination is known to be there. */
    boolean answers() {
        return answers || !topics.isEmpty();
    }

    boolean contains(String topic) {
        return topics.contains(topic);
    }

    /** The destination accepted a message of the topic. Returns whether it did not at the last try, or there was none. */
    boolean add(String topic) {
        if (topics.size() >= MAX_TOPICS) {
            topics.clear();
        }
        return topics.add(topic);
    }

    /** The destination accepts nothing of the topic, which says nothing of others. */
    void remove(String topic) {
        topics.remove(topic);
    }

    /**
     * The destination accepts nothing of the topic, and maybe nothing at all.
     *
     * @param probed whether it was tried for that, rather than in one of several calls at a time
     */
    void failed(String topic, boolean probed) {
        answers = false;
        boolean wasDelivered = topics.remove(topic);
        if (wasDelivered) {
            failing = topic;
        }
        // Other topics may have no messages, and would never tell.
        if ((wasDelivered || (probed && topic.equals(failing))) && ++failuresInARow >= ALL_FAIL) {
            topics.clear();
        }
    }

    /** The destination is there: those that failed did so by themselves. */
    void answered() {
        answers = true;
        failuresInARow = 0;
        failing = null;
    }
}
