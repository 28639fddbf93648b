package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;

/** Whether messages go to Kafka: the application has no consumer but those of brokers, or a route names Kafka. */
final class OnKafkaDestination extends AnyNestedCondition {

    OnKafkaDestination() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnMissingBean(value = DelayQueueMessageConsumer.class, ignoredType = Broker.RABBIT_TYPE)
    static class NoOtherConsumer {}

    @Conditional(OnRoute.class)
    static class Route {}

    static class OnRoute extends OnRouteToBroker {

        OnRoute() {
            super(Broker.KAFKA_NAME);
        }
    }
}
