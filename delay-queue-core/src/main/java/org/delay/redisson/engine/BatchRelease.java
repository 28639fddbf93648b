package org.delay.redisson.engine;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.Settler;

/** Releases what is left of batches whose handlers were interrupted. */
@RequiredArgsConstructor
final class BatchRelease {

    private final Settler settler;
    private final DispatchListener listener;

    /** Releases all that is left. */
    void releaseAll(ClaimedBatch.Unfinished rest) {
        rest.batch().decideAll(rest.begun(), Disposition.Release.BEGUN);
        releaseWaiting(rest);
    }

    /** Releases what the handler has not begun, after what it has begun was decided about. */
    void releaseWaiting(ClaimedBatch.Unfinished rest) {
        rest.batch().decideAll(rest.waiting(), Disposition.Release.UNTOUCHED);
        settler.settle(rest.batch().leased());
    }

    /** Tells the listener that a handler took too long. */
    void announce(ClaimedBatch.Unfinished rest) {
        listener.interrupted(rest.batch().topic(), rest.begunIds());
    }
}
