package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.time.Signal;

/**
 * Watches over the work, on a thread of its own: has leases renewed, sees to it that acks do not wait for a slow handler,
 * interrupts handlers that take too long, replaces their workers, and has others stand in for those that wait for Redis.
 */
@Slf4j
@RequiredArgsConstructor
final class LeaseRenewer implements Runnable {

    /** How late a worker that waits for Redis may be found out, and a slow handler's acks be told. */
    private static final Duration SLOWEST = BatchHandler.ACK_DELAY;

    private static final Duration FASTEST = Duration.ofMillis(5);

    private final Workplace place;
    private final WorkerPool crew;
    private final Signal ended;

    @Override
    public void run() {
        Duration interval = interval(place.settings());
        while (!ended.givenWithin(interval)) {
            try {
                look();
            } catch (Throwable e) {
                log.error("Leases could not be looked after; trying again", e);
            }
        }
    }

    /** Fine enough for a lease's third and for the processing time. */
    static Duration interval(DispatchSettings settings) {
        Duration part = settings.lease().dividedBy(12);
        Duration other = settings.maxProcessingTime().dividedBy(10);
        Duration least = part.compareTo(other) < 0 ? part : other;
        Duration bounded = least.compareTo(SLOWEST) < 0 ? least : SLOWEST;
        return bounded.compareTo(FASTEST) > 0 ? bounded : FASTEST;
    }

    /** Looks after all work once, without a call of Redis: those are made in the shards' lanes. */
    void look() {
        crew.batches().forEach(batch -> guarded(() -> interruptIfTooLong(batch)));
        crew.batches().forEach(batch -> guarded(() -> place.settler().maintain(batch.leased())));
        guarded(place.settler()::maintainUnsettled);
        guarded(place.listener()::watch);
        // A new thread may not be had, so that comes last.
        guarded(crew::fill);
    }

    /** One batch that can't be looked after is no reason to forget the others. */
    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            log.error("Work could not be looked after; trying again", e);
        }
    }

    private void interruptIfTooLong(Batch batch) {
        Duration limit = place.settings().maxProcessingTime();
        Batch.Unfinished left = batch.takeOver(
                place.ticker().nanos(), limit.toNanos(), () -> place.feedback().interrupting(batch.topic()));
        if (left == null) {
            return;
        }
        crew.replace(left);
        log.warn(
                "The handler of topic {} was interrupted, since it took longer than {}; {} messages are tried again",
                batch.topic(),
                limit,
                left.begun().size());
    }
}
