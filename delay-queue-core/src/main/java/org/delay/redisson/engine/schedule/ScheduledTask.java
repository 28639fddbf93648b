package org.delay.redisson.engine.schedule;

/** What a worker is to do next. */
public sealed interface ScheduledTask {

    /** Polls a shard, and claims messages of one of its topics that are due. */
    record Poll(Shard shard) implements ScheduledTask {}

    /** Makes a second claim from a shard, beside the one of its own turn. */
    record SecondTurn(SecondClaim claim) implements ScheduledTask {}

    /** Reads how many shards there are. */
    record Discovery() implements ScheduledTask {}
}
