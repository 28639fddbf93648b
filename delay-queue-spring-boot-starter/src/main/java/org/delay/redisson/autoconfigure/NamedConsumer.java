package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.engine.policy.TopicRule;

/**
 * A consumer, and the rule of its topics. The rule's destination is the name by which routes and log lines know the consumer:
 * its bean's, or the {@link Broker#routeName}.
 */
record NamedConsumer(DelayQueueMessageConsumer consumer, TopicRule rule) {

    NamedConsumer(String name, DelayQueueMessageConsumer consumer) {
        this(consumer, TopicRule.PLAIN.withDestination(name));
    }

    String name() {
        return rule.destination();
    }
}
