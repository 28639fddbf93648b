package org.delay.redisson.engine.admission;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When destinations were called that did not answer, and which of them may be tried on the last worker. While calls hang on all
 * others, nothing else shows that it answers. Guarded by its gate's lock.
 */
final class SilentDestinations {

    private final Map<DestinationBreaker, SilentCall> calls = new HashMap<>();

    /** A handler begins whose destination does not answer so far. A call that leaves the last worker to others needs no pause. */
    void called(Call call) {
        SilentCall before = calls.getOrDefault(call.destination(), new SilentCall(call.since(), Duration.ZERO));
        Duration pause = call.isOnLastWorker() ? Call.RECENT : before.pauseAfter(call.since());
        calls.put(call.destination(), new SilentCall(call.since(), pause));
    }

    /** A call has returned. If it was quick, the next one will cost others nothing, even if it fails as well. */
    void returned(Call call, long now) {
        if (isLatest(call) && now - call.since() <= Call.MOMENT.toNanos()) {
            calls.remove(call.destination());
        }
    }

    /** A standby does the work of the call's worker, so the try has cost others little. */
    void handedOver(Call call) {
        if (isLatest(call) && call.isOnLastWorker()) {
            calls.put(call.destination(), new SilentCall(call.since(), Call.PATIENCE));
        }
    }

    private boolean isLatest(Call call) {
        SilentCall last = calls.get(call.destination());
        return last != null && last.since() == call.since();
    }

    /** Whether a destination may have the last worker. Others that do not answer have it at other times, unless they fail at once. */
    boolean mayTry(DestinationBreaker destination, long now) {
        return calls.entrySet().stream()
                .allMatch(last -> last.getKey() == destination
                        ? last.getValue().isOlder(now, last.getValue().pause())
                        : last.getKey().answers() || last.getValue().isOlder(now, Call.PATIENCE));
    }
}
