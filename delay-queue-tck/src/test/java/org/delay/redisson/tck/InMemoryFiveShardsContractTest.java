package org.delay.redisson.tck;

/** The queue in memory, with 5 shards. */
class InMemoryFiveShardsContractTest extends DelayQueueContract {

    private final QueueFactory queues = InMemoryQueues.onMovableClock(5);

    @Override
    protected QueueFactory queues() {
        return queues;
    }
}
