package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which topics' calls are known to be quick, and which to be slow. Guarded by its gate's lock. */
final class CallDurations {

    /** Longer than a batch of quick messages takes. */
    static final Duration LONG = Duration.ofSeconds(2);

    /** Topics come and go; beyond this many, what is known of them is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    /** So many new topics of a destination must be quick, one after the other, for its next one to be taken for quick. */
    static final int TRUSTED = 20;

    private final Set<String> quick = new HashSet<>();
    private final Set<String> slow = new HashSet<>();

    /** How many new topics of a destination were quick since its last slow call. */
    private final Map<DestinationBreaker, Integer> firstQuick = new HashMap<>();

    boolean isQuick(String topic) {
        return quick.contains(topic);
    }

    boolean isSlow(String topic) {
        return slow.contains(topic);
    }

    boolean isUnknown(String topic) {
        return !quick.contains(topic) && !slow.contains(topic);
    }

    /** Whether the first call of a new topic is taken for quick, because the last new ones of its destination were. */
    boolean isTrusted(String topic, DestinationBreaker destination) {
        return isUnknown(topic) && firstQuick.getOrDefault(destination, 0) >= TRUSTED;
    }

    /** A call of the topic took so long. */
    void learn(String topic, DestinationBreaker destination, long nanos) {
        boolean isQuick = nanos <= LONG.toNanos();
        if (!isQuick) {
            firstQuick.remove(destination);
        } else if (isUnknown(topic)) {
            firstQuick.merge(destination, 1, (row, one) -> Math.min(row + one, TRUSTED));
        }
        Set<String> now = isQuick ? quick : slow;
        (isQuick ? slow : quick).remove(topic);
        if (now.size() >= MAX_TOPICS) {
            now.clear();
        }
        now.add(topic);
    }
}
