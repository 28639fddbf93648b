package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many topics are recalled at once and have not come: one after the first failure, twice as many after each
 * answer, and half as many after a further failure. Guarded by its breaker's lock.
 */
final class RecallWindow {

    /** Messages of other topics that become due meanwhile wait behind so many. */
    private static final int MAX = 100;

    /** A topic that was recalled and has not come after this time is not waited for. */
    private static final long TIMEOUT = Duration.ofSeconds(1).toNanos();

    /** When topics were recalled that have not come, by the ticker, the oldest first. */
    private final Map<String, Long> coming = new LinkedHashMap<>();

    private int size = 1;

    void reset() {
        size = 1;
    }

    void shrink() {
        size = Math.max(1, size / 2);
    }

    void grow() {
        size = Math.min(2 * size, MAX);
    }

    void recalled(String topic, long now) {
        coming.put(topic, now);
    }

    /** The topic has come, or need not. */
    void arrived(String topic) {
        coming.remove(topic);
    }

    /** Whether half of the window's topics have come, or are waited for no longer. */
    boolean isHalfOpen(long now) {
        coming.values().removeIf(since -> now - since > TIMEOUT);
        return coming.size() <= size / 2;
    }

    boolean hasRoom() {
        return coming.size() < size;
    }
}
