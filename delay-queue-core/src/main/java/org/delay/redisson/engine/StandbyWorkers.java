package org.delay.redisson.engine;

import java.time.Duration;
import java.util.Set;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.admission.DeliveryFeedback;
import org.delay.redisson.engine.time.Ticker;

/**
 * How many workers there are to be: those that were configured, and a standby for each that waits for Redis, or did so lately,
 * and for each whose call has {@linkplain SlotHandover handed over} its slot. So a master that hangs holds up its own shards
 * only, and a handler that hangs its own topic. For one thread at a time.
 */
@RequiredArgsConstructor
final class StandbyWorkers {

    /** A worker that waits longer than this for Redis gets a standby. */
    static final Duration MOMENT = Duration.ofMillis(100);

    /** A call that failed is mostly made again soon; threads must not come and go with each. */
    private static final Duration LATELY = Duration.ofSeconds(5);

    /** So many get a standby while they wait for Redis: each for another shard, or for a second claim from it. */
    private static final int MOST_WAITING = 64;

    private final int configured;
    private final WatchedOperations queue;
    private final RunningBatches batches;
    private final Ticker ticker;
    private int standbys;
    private long since;

    /** How many workers are wanted now. */
    int wanted(WorkerRoster roster) {
        Set<WorkerId> withoutSlot = batches.withoutSlot();
        int handedOver = Math.min(roster.count(withoutSlot::contains), DeliveryFeedback.MOST_HANDED_OVER);
        int waiting = Math.min(
                roster.count(worker -> !withoutSlot.contains(worker) && queue.waits(worker.thread(), MOMENT)),
                MOST_WAITING);
        int needed = handedOver + waiting;
        long now = ticker.nanos();
        if (needed >= standbys || now - since > LATELY.toNanos()) {
            standbys = needed;
            since = now;
        }
        return configured + standbys;
    }
}
