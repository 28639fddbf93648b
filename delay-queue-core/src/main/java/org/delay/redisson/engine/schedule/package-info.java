/**
 * When to look at which shard: the times of all shards ({@link org.delay.redisson.engine.schedule.ShardSchedule}), and this
 * instance's place among those that share the work ({@link org.delay.redisson.engine.schedule.ShardOwnership}).
 */
@NullMarked
package org.delay.redisson.engine.schedule;

import org.jspecify.annotations.NullMarked;
