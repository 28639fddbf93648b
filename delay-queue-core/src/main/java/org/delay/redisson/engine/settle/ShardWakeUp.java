package org.delay.redisson.engine.settle;

import java.time.Duration;

/** Is told when a shard will have a message due again. */
@FunctionalInterface
public interface ShardWakeUp {

    /** A message of the shard is due after the given time. */
    void wakeUp(int shard, Duration in);
}
