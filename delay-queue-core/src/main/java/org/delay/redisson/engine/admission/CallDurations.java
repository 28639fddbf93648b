package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which topics' calls are known to be quick, and which to be slow. Guarded by its gate's lock. */
final class CallDurations {

    /** Longer than a batch of quick messages takes. */
    static final Duration LONG = Duration.ofSeconds(2);

    /** What is long where something like it was long before: where one topic hangs, many do. */
    static final Duration WARY = Duration.ofMillis(200);

    /**
     * So many quick calls in a row make a topic steady, and so many new topics that were quick have the next one of their
     * destination taken for quick.
     */
    static final int TRUSTED = 20;

    /** Topics come and go; beyond this many, what is known of them is forgotten rather than kept for ever. */
    private static final int MAX_TOPICS = 10_000;

    /**
     * What is known of a topic that had a call.
     *
     * @param slow since a long call, until it is steady: some of its messages may hang and others not
     * @param quick how many calls were quick since the last long one, at most {@link #TRUSTED}
     * @param ended when the last quick one ended, by the ticker
     */
    record Known(boolean slow, int quick, long ended) {

        private static final Known SLOW = new Known(true, 0, 0);

        private static Known afterQuick(@Nullable Known before, long ended) {
            int quick = before == null ? 1 : Math.min(before.quick + 1, TRUSTED);
            return new Known(before != null && before.slow && quick < TRUSTED, quick, ended);
        }
    }

    private final Map<String, Known> topics = new HashMap<>();

    /** How many new topics of a destination were quick since its last slow call. */
    private final Map<DestinationBreaker, Integer> firstQuick = new HashMap<>();

    /** Destinations that had a call that was unexpectedly long, until their last new topics were quick. */
    private final Set<DestinationBreaker> wary = new HashSet<>();

    boolean isQuick(String topic) {
        Known known = topics.get(topic);
        return known != null && !known.slow();
    }

    /** Whether a quick call of the topic, which is not slow, ended after this time of the ticker. */
    boolean wasQuickAfter(String topic, long time) {
        Known known = topics.get(topic);
        return known != null && !known.slow() && known.ended() - time > 0;
    }

    boolean isSlow(String topic) {
        Known known = topics.get(topic);
        return known != null && known.slow();
    }

    boolean isUnknown(String topic) {
        return !topics.containsKey(topic);
    }

    /** Whether the first call of a new topic is taken for quick, because the last new ones of its destination were. */
    boolean isTrusted(String topic, DestinationBreaker destination) {
        return isUnknown(topic) && firstQuick.getOrDefault(destination, 0) >= TRUSTED;
    }

    /** How long a call of the topic may take before others do not wait for it any more. */
    Duration patience(String topic, DestinationBreaker destination) {
        return !isSteady(topic) && (wary.contains(destination) || isSlow(topic)) ? WARY : LONG;
    }

    boolean isSteady(String topic) {
        Known known = topics.get(topic);
        return known != null && known.quick() >= TRUSTED;
    }

    /** A call of the topic takes unexpectedly long and goes on. Returns what was known of the topic. */
    @Nullable
    Known takesLong(String topic, DestinationBreaker destination) {
        wary.add(destination);
        return learnSlow(topic, destination);
    }

    /** A call that took unexpectedly long has ended: if it was quick all the same, nothing is to be learned from that. */
    void tookAfterAll(String topic, DestinationBreaker destination, long began, long ended, @Nullable Known before) {
        if (ended - began <= LONG.toNanos()) {
            learnQuick(topic, destination, ended, before);
        }
    }

    /** A call of the topic began and ended at these times of the ticker. */
    void took(String topic, DestinationBreaker destination, long began, long ended) {
        if (ended - began > LONG.toNanos()) {
            Known unused = learnSlow(topic, destination);
        } else {
            learnQuick(topic, destination, ended, topics.get(topic));
        }
    }

    private @Nullable Known learnSlow(String topic, DestinationBreaker destination) {
        firstQuick.remove(destination);
        return learn(topic, Known.SLOW);
    }

    private void learnQuick(String topic, DestinationBreaker destination, long ended, @Nullable Known before) {
        if (before == null && firstQuick.merge(destination, 1, (row, one) -> Math.min(row + one, TRUSTED)) == TRUSTED) {
            wary.remove(destination);
        }
        Known unused = learn(topic, Known.afterQuick(before, ended));
    }

    private @Nullable Known learn(String topic, Known known) {
        if (topics.size() >= MAX_TOPICS && isUnknown(topic)) {
            topics.clear();
        }
        return topics.put(topic, known);
    }
}
