package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Which topics' calls are known to be quick, and which to be slow. Guarded by its gate's lock. */
final class CallDurations {

    /** Longer than a batch of quick messages takes. */
    static final Duration LONG = Duration.ofSeconds(2);

    /** Topics come and go; beyond this many, what is known of them is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    private final Set<String> quick = new HashSet<>();
    private final Set<String> slow = new HashSet<>();

    boolean isQuick(String topic) {
        return quick.contains(topic);
    }

    boolean isUnknown(String topic) {
        return !quick.contains(topic) && !slow.contains(topic);
    }

    /** A call of the topic took so long. */
    void learn(String topic, long nanos) {
        boolean isQuick = nanos <= LONG.toNanos();
        Set<String> now = isQuick ? quick : slow;
        (isQuick ? slow : quick).remove(topic);
        if (now.size() >= MAX_TOPICS) {
            now.clear();
        }
        now.add(topic);
    }
}
