package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessageConsumer;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;

/** Whether messages go to RabbitMQ: the application has no consumer but those of brokers, or a route names RabbitMQ. */
final class OnRabbitDestination extends AnyNestedCondition {

    OnRabbitDestination() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnMissingBean(value = DelayQueueMessageConsumer.class, ignoredType = Broker.KAFKA_TYPE)
    static class NoOtherConsumer {}

    @Conditional(OnRoute.class)
    static class Route {}

    static class OnRoute extends OnRouteToBroker {

        OnRoute() {
            super(Broker.RABBIT_NAME);
        }
    }
}
