package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;

/**
 * A consumer, and the name by which routes, log lines and the engine's destinations know it: its bean's, or
 * {@value ConsumerBeans#KAFKA}.
 */
record NamedConsumer(String name, DelayQueueMessageConsumer consumer) {

    @Override
    public String toString() {
        return name;
    }
}
