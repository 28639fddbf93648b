package org.delay.redisson.engine;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.engine.time.Ticker;

/**
 * Releases what waits behind a call of the handler that takes long, for other workers and instances: it was claimed while the
 * handler was fast.
 */
@RequiredArgsConstructor
final class RestRelease {

    /** After this time the rest of a batch is released: it must not wait in line when the handler turns slow. */
    static final Duration HOARDING = Duration.ofSeconds(1);

    private final Ticker ticker;

    /** Releases what the batch's handler has not begun if its call takes long. To be called now and then. */
    void releaseIfSlow(ClaimedBatch batch) {
        batch.releaseWaiting(ticker.nanos(), HOARDING.toNanos());
    }
}
