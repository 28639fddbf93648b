package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.springframework.beans.factory.ObjectProvider;

/** Stands around the consumer, whoever it is. */
interface ConsumerWrapper {

    DelayQueueMessageConsumer around(DelayQueueMessageConsumer consumer);

    /** The consumer in all of them, the last outermost. */
    static DelayQueueMessageConsumer around(
            DelayQueueMessageConsumer consumer, ObjectProvider<ConsumerWrapper> wrappers) {
        DelayQueueMessageConsumer wrapped = consumer;
        for (ConsumerWrapper wrapper : wrappers.orderedStream().toList()) {
            wrapped = wrapper.around(wrapped);
        }
        return wrapped;
    }
}
