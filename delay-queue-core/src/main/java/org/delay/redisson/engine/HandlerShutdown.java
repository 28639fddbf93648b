package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.engine.settle.Disposition;
import org.delay.redisson.engine.settle.Settler;
import org.delay.redisson.engine.time.Ticker;
import org.jspecify.annotations.Nullable;

/** Ends the work of handlers at a stop: waits for them, and interrupts those that do not end in time. */
@Slf4j
@RequiredArgsConstructor
final class HandlerShutdown {

    private final RunningBatches batches;
    private final WorkerRoster roster;
    private final Settler settler;
    private final BatchRelease release;
    private final Ticker ticker;

    /**
     * Waits until workers have ended, and what they decided is stored. Handlers that do not end in time are interrupted, and
     * their messages are released.
     *
     * @throws InterruptedException if the calling thread was interrupted, after which handlers are interrupted as well
     */
    void end(Duration within) throws InterruptedException {
        long began = System.nanoTime();
        leaveThoseThatEndTheApplication();
        try {
            if (!roster.isEmptyWithin(within)) {
                interruptHandlers();
            }
            settler.finish(within.minusNanos(System.nanoTime() - began));
        } catch (InterruptedException e) {
            interruptHandlers();
            throw e;
        } finally {
            settler.endRepeats();
        }
    }

    /**
     * A handler that ends the application is not waited for, because it waits for this stop. What it has begun is neither
     * released nor renewed. If it never returns, the lease runs out, which is counted, as for any other death.
     */
    private void leaveThoseThatEndTheApplication() {
        for (ClaimedBatch batch : batches.all()) {
            ClaimedBatch.@Nullable Unfinished rest = batch.leaveToHandler();
            if (rest != null) {
                batch.decideAll(rest.waiting(), Disposition.Release.UNTOUCHED);
                settler.settleAside(batch.leased());
                log.warn(
                        "The handler of topic {} is shutting down the application. Its messages are settled when it"
                                + " returns. If it never returns, their leases expire, which counts towards"
                                + " 'delay.redisson.max-lease-expirations' (ids {})",
                        batch.topic(),
                        rest.begunIds());
                roster.remove(batch.worker());
            }
        }
    }

    /** Releases what handlers still have, once, since there is no time to repeat it. */
    private void interruptHandlers() {
        settler.endRepeats();
        leaveThoseThatEndTheApplication();
        int handlers = 0;
        for (ClaimedBatch batch : batches.all()) {
            ClaimedBatch.@Nullable Unfinished rest = batch.takeOver(ticker.nanos(), 0, () -> {});
            if (rest != null) {
                handlers++;
                release(rest);
            }
        }
        log.warn(
                "The workers did not end in time. Interrupted {}, and released the messages",
                Counted.of(handlers, "handler"));
    }

    /**
     * Releases the messages of handlers that were interrupted for taking too long just before the end. No new worker came to
     * finish their batches.
     */
    void close() {
        for (ClaimedBatch.@Nullable Unfinished rest = batches.takeUnfinished();
                rest != null;
                rest = batches.takeUnfinished()) {
            release(rest);
            release.announce(rest);
        }
        settler.close();
    }

    private void release(ClaimedBatch.Unfinished rest) {
        release.releaseAll(rest);
        batches.end(rest.batch());
    }
}
