package org.delay.redisson.engine;

import org.jspecify.annotations.Nullable;

/**
 * A second claim of a shard that has a backlog, beside that of the shard's own turn: Redis works on the one while the
 * answer to the other is on its way and is read. To the shard it is what another instance's claim would be: its answer
 * does not move the time of the shard's next look.
 */
final class BacklogClaim extends ScheduledTask {

    private final Shard shard;

    /** The topic to claim from; null while no second claim waits or is under way. The schedule's, as all its state. */
    @Nullable
    String topic;

    BacklogClaim(Shard shard) {
        this.shard = shard;
    }

    Shard shard() {
        return shard;
    }
}
