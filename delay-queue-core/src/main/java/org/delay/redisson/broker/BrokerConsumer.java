package org.delay.redisson.broker;

import org.delay.redisson.DelayQueueMessageConsumer;

/** Passes messages on to a broker. Safe for use by many threads, as its subclasses must be. */
public abstract class BrokerConsumer extends DelayQueueMessageConsumer {

    private static final int BATCH_SIZE = 200;

    /** 200: messages of one batch share requests to the broker, which confirms many at once. */
    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    /** True: it passes messages on and does not process them. */
    @Override
    public boolean forwards(String topic) {
        return true;
    }
}
