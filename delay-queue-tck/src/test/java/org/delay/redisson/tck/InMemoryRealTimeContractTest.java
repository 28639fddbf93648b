package org.delay.redisson.tck;

/** The queue in memory, in real time: the contract as it runs against a server. */
class InMemoryRealTimeContractTest extends DelayQueueContract {

    private final QueueFactory queues = InMemoryQueues.onRealTime(2);

    @Override
    protected QueueFactory queues() {
        return queues;
    }
}
