package org.delay.redisson.tck;

/** The queue in memory, with one shard. */
class InMemoryOneShardContractTest extends DelayQueueContract {

    private final QueueFactory queues = InMemoryQueues.onMovableClock(1);

    @Override
    protected QueueFactory queues() {
        return queues;
    }
}
