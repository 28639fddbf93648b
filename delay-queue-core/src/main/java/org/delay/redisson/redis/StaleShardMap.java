package org.delay.redisson.redis;

/** A shard knows another shard map than the caller, and has done nothing. The caller loads the map again. */
final class StaleShardMap extends RuntimeException {

    /** The answer of scripts in this case. */
    static final String ANSWER = "STALE_EPOCH";

    StaleShardMap() {
        super("The number of shards keeps changing, or its record was lost", null, false, false);
    }
}
