package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;

/**
 * Watches over the work, on a thread of its own: renews leases, sees to it that acks do not wait for a slow handler,
 * interrupts handlers that take too long, and replaces their workers.
 */
@Slf4j
@RequiredArgsConstructor
final class Upkeep implements Runnable {

    private static final Duration SLOWEST = Duration.ofSeconds(1);

    private static final Duration FASTEST = Duration.ofMillis(5);

    private final Workplace place;
    private final Crew crew;
    private final Signal ended;

    @Override
    public void run() {
        Duration idle = interval(place.settings());
        boolean acksWait = false;
        while (!ended.givenWithin(acksWait && idle.compareTo(Handling.ACK_DELAY) > 0 ? Handling.ACK_DELAY : idle)) {
            try {
                acksWait = look();
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

    /** Looks after all batches once, and says whether acks wait for the end of one. */
    boolean look() {
        // What needs nothing of Redis comes first, and a new thread, which may not be had, last.
        crew.batches().forEach(batch -> guarded(() -> interruptIfTooLong(batch)));
        crew.batches().forEach(batch -> guarded(() -> renew(batch)));
        crew.batches().forEach(Batch::ackEarly);
        guarded(crew::fill);
        return crew.batches().stream().anyMatch(batch -> batch.settlement().acksWait());
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
                place.ticker().nanos(), limit.toNanos(), () -> place.stuck().left(batch.topic()));
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

    private void renew(Batch batch) {
        try {
            batch.renewIfDue(place.ticker().nanos());
        } catch (RuntimeException e) {
            log.warn("A lease of topic {} could not be renewed; trying again: {}", batch.topic(), e.toString());
        }
    }
}
