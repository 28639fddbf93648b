package org.delay.redisson.engine;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import lombok.RequiredArgsConstructor;
import org.jspecify.annotations.Nullable;

/** The batches that are handled, and what interrupted handlers left of theirs. */
@RequiredArgsConstructor
final class RunningBatches {

    private final PoisonMessageGuard guard;
    private final Set<Batch> running = ConcurrentHashMap.newKeySet();
    private final Queue<Batch.Unfinished> unfinished = new ConcurrentLinkedQueue<>();

    void begin(Batch batch) {
        running.add(batch);
    }

    /** All that was decided about a batch is stored, or kept to be stored. */
    void end(Batch batch) {
        running.remove(batch);
        guard.leave(batch.worker());
        batch.call().settled();
    }

    Collection<Batch> all() {
        return running;
    }

    /** Leaves the rest of a batch to the next worker that comes. */
    void leave(Batch.Unfinished rest) {
        unfinished.add(rest);
    }

    /** Takes what an interrupted handler left; null if there is nothing. */
    Batch.@Nullable Unfinished takeUnfinished() {
        return unfinished.poll();
    }
}
