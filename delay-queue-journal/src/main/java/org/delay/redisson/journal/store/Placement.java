package org.delay.redisson.journal.store;

/**
 * Where, and at which time of the store, Redis took a message.
 *
 * @param mark the shard's mark that the relay met in Redis; see {@link ShardMark}
 */
public record Placement(int shard, long mark) {}
