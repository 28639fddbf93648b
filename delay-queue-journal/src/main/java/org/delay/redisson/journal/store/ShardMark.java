package org.delay.redisson.journal.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a shard: a number that rises in the database and then in Redis. If Redis has a lower one than the database, Redis
 * has lost what it took since.
 *
 * @param mark the highest mark that Redis may have been told
 * @param raisedAt when it was raised, by the database's clock
 * @param redis the replication id of the Redis that was told
 * @param lostFrom what Redis took at this mark or later, and before {@code soundFrom}, is to be relayed again; null if nothing is
 * @param soundFrom what Redis took before this mark, and was not confirmed until the last loss was recorded, is to be relayed
 *     again
 */
public record ShardMark(
        int shard,
        long mark,
        Instant raisedAt,
        String redis,
        @Nullable Long lostFrom,
        long soundFrom) {

    /** Of a shard whose mark was never raised. */
    public static ShardMark unraised(int shard) {
        return new ShardMark(shard, 0, Instant.EPOCH, "", null, 0);
    }
}
