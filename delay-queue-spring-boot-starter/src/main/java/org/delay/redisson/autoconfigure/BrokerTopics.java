package org.delay.redisson.autoconfigure;

import java.util.List;
import java.util.Optional;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Topics of messages that were stored as messages of a broker: by a template that delays them, or to be retried. They go to that
 * broker wherever other topics go, also in an instance that stores none itself.
 */
record BrokerTopics(List<Envelopes> brokers) {

    /** Sends such messages on to one broker. Not a consumer among the beans, of which an application may want only its own. */
    record Envelopes(Broker broker, DelayQueueMessageConsumer consumer) {

        NamedConsumer named() {
            return new NamedConsumer(broker.routeName(), consumer);
        }
    }

    static BrokerTopics of(ObjectProvider<Envelopes> all) {
        return new BrokerTopics(all.stream().toList());
    }

    boolean isEmpty() {
        return brokers.isEmpty();
    }

    boolean contains(String topic) {
        return Broker.ofTopic(topic).isPresent();
    }

    /** Null if this application does not have the topic's broker. */
    @Nullable
    NamedConsumer of(String topic) {
        Optional<Broker> broker = Broker.ofTopic(topic);
        return brokers.stream()
                .filter(one -> broker.filter(one.broker()::equals).isPresent())
                .map(Envelopes::named)
                .findFirst()
                .orElse(null);
    }
}
