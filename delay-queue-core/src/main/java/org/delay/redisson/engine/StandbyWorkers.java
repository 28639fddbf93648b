package org.delay.redisson.engine;

import java.time.Duration;

/**
 * How many workers there are to be beside those that were asked for: one for each that waits for Redis, or did so lately,
 * so that a master that hangs holds up its own shards only. For one thread at a time.
 */
final class StandbyWorkers {

    /** Who waits for longer is stood in for. */
    static final Duration MOMENT = Duration.ofMillis(100);

    /** A call that failed is mostly made again soon; threads must not come and go with each. */
    private static final Duration LATELY = Duration.ofSeconds(5);

    /** Each waits for another shard, or for a second claim of it. */
    private static final int MOST = 64;

    private int number;
    private long since;

    /** @param waiting how many workers wait for Redis at this moment */
    int number(int waiting, long now) {
        int needed = Math.min(waiting, MOST);
        if (needed >= number || now - since > LATELY.toNanos()) {
            number = needed;
            since = now;
        }
        return number;
    }
}
