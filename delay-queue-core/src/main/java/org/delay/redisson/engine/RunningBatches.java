package org.delay.redisson.engine;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** The batches that are handled, and what interrupted handlers left of theirs. */
@RequiredArgsConstructor
final class RunningBatches {

    private final PoisonMessageGuard guard;
    private final Set<ClaimedBatch> running = ConcurrentHashMap.newKeySet();
    private final Queue<ClaimedBatch.Unfinished> unfinished = new ConcurrentLinkedQueue<>();

    void begin(ClaimedBatch batch) {
        running.add(batch);
    }

    /** All that was decided about a batch is stored, or kept to be stored. */
    void end(ClaimedBatch batch) {
        running.remove(batch);
        guard.leave(batch.worker());
        batch.call().settled();
    }

    Collection<ClaimedBatch> all() {
        return running;
    }

    /** The workers whose calls go on without a slot. */
    Set<WorkerId> withoutSlot() {
        return running.stream()
                .filter(batch -> !batch.hasSlot())
                .map(ClaimedBatch::worker)
                .collect(Collectors.toSet());
    }

    /** Leaves the rest of a batch to the next worker that comes. */
    void leave(ClaimedBatch.Unfinished rest) {
        unfinished.add(rest);
    }

    /** Takes what an interrupted handler left; null if there is nothing. */
    ClaimedBatch.@Nullable Unfinished takeUnfinished() {
        return unfinished.poll();
    }
}
