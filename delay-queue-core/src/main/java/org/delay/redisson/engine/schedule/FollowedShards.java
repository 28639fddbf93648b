package org.delay.redisson.engine.schedule;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The shards whose wake-ups an instance needs: those that it owns or stands in for. An instance farther back polls a shard so
 * much later that it need not know the due time.
 */
final class FollowedShards {

    /** Each costs a channel, and clients have room for some hundred. */
    static final int MOST_ON_AVERAGE = 32;

    private FollowedShards() {}

    /**
     * None if instances have too many. All instances decide by the same two numbers: if only some followed a shard, its owner
     * might not be among them.
     */
    static Set<Integer> of(ShardOwnership ownership, int shards) {
        int instances = ownership.instances();
        int average = instances <= FailoverDelay.NEAR ? shards : FailoverDelay.NEAR * shards / instances;
        if (instances == 0 || average > MOST_ON_AVERAGE) {
            return Set.of();
        }
        return IntStream.range(0, shards)
                .filter(shard -> ownership.rank(shard) < FailoverDelay.NEAR)
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }
}
