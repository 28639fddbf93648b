package org.delay.redisson.engine.admission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that take unexpectedly long, so that they go on without being counted. Guarded by their gate's lock. */
final class HandedOverCalls {

    /** Each call keeps a thread, of which a container may have no more than 1,000. */
    static final int MOST = 256;

    /** @param before what was known of the call's topic before */
    record HandedOver(Call call, CallDurations.@Nullable Known before) {}

    private final Map<Object, HandedOver> calls = new HashMap<>();

    void add(Object worker, Call call, CallDurations.@Nullable Known before) {
        calls.put(worker, new HandedOver(call, before));
    }

    /** The worker's call goes on no more. Null if it was none of these. */
    @Nullable
    HandedOver remove(Object worker) {
        return calls.remove(worker);
    }

    /** Whether no further call may go on. */
    boolean isFull() {
        return calls.size() >= MOST;
    }

    boolean has(String topic) {
        return calls.values().stream().anyMatch(one -> one.call().topic().equals(topic));
    }

    /** How many of the destination's topics have one: where they hang, others may, too. */
    long topics(DestinationBreaker destination) {
        return calls.values().stream()
                .map(HandedOver::call)
                .filter(call -> call.destination() == destination)
                .map(Call::topic)
                .distinct()
                .count();
    }

    /**
     * Since when half of them have been under way, by the ticker: quick topics may hang since then. A single call may simply be
     * long. There must be one.
     */
    long median() {
        List<Long> began = calls.values().stream()
                .map(one -> one.call().since())
                .sorted((one, other) -> Long.signum(one - other))
                .toList();
        return began.get(began.size() / 2);
    }
}
