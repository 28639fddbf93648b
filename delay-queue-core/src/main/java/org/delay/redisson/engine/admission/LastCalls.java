package org.delay.redisson.engine.admission;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When the last call of each destination began, by the ticker. Guarded by its gate's lock. */
final class LastCalls {

    private final Map<DestinationBreaker, Long> times = new HashMap<>();

    void called(DestinationBreaker destination, long now) {
        times.put(destination, now);
    }

    /** Whether a destination was called lately. */
    boolean isRecent(DestinationBreaker destination, long now) {
        return isRecent(times.get(destination), now);
    }

    /** Whether another destination was called lately. */
    boolean isRecentOfOthers(DestinationBreaker destination, long now) {
        return times.entrySet().stream()
                .anyMatch(last -> last.getKey() != destination && isRecent(last.getValue(), now));
    }

    private static boolean isRecent(@Nullable Long since, long now) {
        return since != null && now - since <= Call.RECENT.toNanos();
    }
}
