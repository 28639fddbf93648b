package org.delay.redisson.autoconfigure;

import java.util.Map;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether messages go to Kafka: the application has no consumer of its own, or a route names Kafka. */
final class OnKafkaDestination extends AnyNestedCondition {

    OnKafkaDestination() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnMissingBean(DelayQueueMessageConsumer.class)
    static class NoOtherConsumer {}

    @Conditional(OnRoute.class)
    static class Route {}

    static class OnRoute extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Map<String, String> routes = Binder.get(context.getEnvironment())
                    .bind(Routes.PROPERTY, Bindable.mapOf(String.class, String.class))
                    .orElse(Map.of());
            ConditionMessage.Builder message = ConditionMessage.forCondition("Route to Kafka");
            return routes.containsValue(ConsumerBeans.KAFKA)
                    ? ConditionOutcome.match(message.because("'" + Routes.PROPERTY + "' names it"))
                    : ConditionOutcome.noMatch(message.because("'" + Routes.PROPERTY + "' does not name it"));
        }
    }
}
