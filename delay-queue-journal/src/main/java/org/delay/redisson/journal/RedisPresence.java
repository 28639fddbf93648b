package org.delay.redisson.journal;

import java.util.Objects;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessage;

/** Finds out whether Redis answers again. For the relay's thread. */
@Slf4j
@RequiredArgsConstructor
final class RedisPresence {

    /** How many shards are asked: a few of each master. */
    private static final int MOST_POLLED = 8;

    private final DelayQueueMessage queue;
    private final RelaySignals signals;

    /** Asks Redis, and lets the relay go on if it answers. Until then no row is taken, since each time puts it off for longer. */
    boolean isStillAway() {
        try {
            pollOne();
            if (signals.isRedisAway()) {
                signals.redisIsAway(false);
                log.info("Redis answers again. Messages recorded in the meantime are sent now");
            }
            return false;
        } catch (RuntimeException e) {
            log.debug("Redis does not answer yet", e);
            return true;
        }
    }

    /** Throws if no shard answers: of a Cluster, one master may be down. */
    private void pollOne() {
        int shards = queue.shards();
        int step = (shards + MOST_POLLED - 1) / MOST_POLLED;
        RuntimeException failure = null;
        for (int shard = 0; shard < shards; shard += step) {
            try {
                var unused = queue.poll(shard);
                return;
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        throw Objects.requireNonNull(failure);
    }
}
