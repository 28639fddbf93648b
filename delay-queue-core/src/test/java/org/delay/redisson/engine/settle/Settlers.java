package org.delay.redisson.engine.settle;

import java.time.Duration;
import org.delay.redisson.DispatchOperations;
import org.delay.redisson.engine.report.DispatchListener;
import org.delay.redisson.engine.time.Ticker;

/** Settlers for tests, with nobody to wake up. */
final class Settlers {

    static final Duration LEASE = Duration.ofSeconds(30);

    private Settlers() {}

    /** Tells the listener at once. */
    static Settler of(DispatchOperations queue, Ticker ticker, DispatchListener listener) {
        return new Settler(queue, (shard, in) -> {}, listener, ticker, LEASE);
    }
}
