package org.delay.redisson.redis;

import java.util.Set;

/** Subscriptions to the channels of shards. Without them, everything is heard on the common channel. */
interface ShardChannels {

    /**
     * Follows these shards and no others, as {@link org.delay.redisson.WakeUpOperations.Subscription#follow} says. Also
     * repairs what has been lost since the last call. Does not wait.
     */
    void follow(Set<Integer> shards, int instances);

    /** A signal of a shard came on the common channel, which is used when nobody hears the shard's own. */
    default void heardOnCommon(int shard) {}
}
