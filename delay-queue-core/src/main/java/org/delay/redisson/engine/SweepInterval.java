package org.delay.redisson.engine;

import java.time.Duration;

/** How long a shard goes without being looked at, at most. Who is not a shard's owner may answer a longer time. */
@FunctionalInterface
interface SweepInterval {

    Duration of(int shard);
}
