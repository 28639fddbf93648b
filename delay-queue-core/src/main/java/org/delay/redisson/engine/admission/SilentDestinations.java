package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When destinations were called that did not answer, and which of them may be tried on the last worker. While calls hang on all
 * others, nothing else shows that it answers. Guarded by its gate's lock.
 */
final class SilentDestinations {

    /**
     * The last call of a destination.
     *
     * @param pause how long the destination must leave the last worker to others: not at all if the call left it, too
     */
    private record Try(long since, Duration pause) {

        private boolean isOlder(long now, Duration age) {
            return now - since >= age.toNanos();
        }
    }

    private final Map<DestinationBreaker, Try> tries = new HashMap<>();

    /** A handler begins whose destination does not answer so far. */
    void called(Call call) {
        tries.put(call.destination(), new Try(call.since(), call.isOnLastWorker() ? Call.RECENT : Duration.ZERO));
    }

    /** A call has returned. If it was quick, the next one will cost others nothing, even if it fails as well. */
    void returned(Call call, long now) {
        if (isTry(call) && now - call.since() <= Call.MOMENT.toNanos()) {
            tries.remove(call.destination());
        }
    }

    /** A standby does the work of the call's worker, so the try has cost others little. */
    void handedOver(Call call) {
        if (isTry(call) && call.isOnLastWorker()) {
            tries.put(call.destination(), new Try(call.since(), Call.PATIENCE));
        }
    }

    private boolean isTry(Call call) {
        Try last = tries.get(call.destination());
        return last != null && last.since == call.since();
    }

    /** Whether a destination may have the last worker. Others that do not answer have it at other times, unless they fail at once. */
    boolean mayTry(DestinationBreaker destination, long now) {
        return tries.entrySet().stream()
                .allMatch(last -> last.getKey() == destination
                        ? last.getValue().isOlder(now, last.getValue().pause())
                        : last.getKey().answers() || last.getValue().isOlder(now, Call.PATIENCE));
    }
}
