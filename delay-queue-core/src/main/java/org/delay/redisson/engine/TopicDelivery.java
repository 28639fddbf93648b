package org.delay.redisson.engine;

/** Delivers a batch in the way of its topic: its destination pulls messages, or a handler is called with them. */
record TopicDelivery(PullDelivery pulled, BatchDelivery called) {

    /** Says whether the batch was this worker's to the end. */
    boolean deliver(ClaimedBatch batch) {
        return pulled.deliver(batch) || called.deliver(batch);
    }
}
