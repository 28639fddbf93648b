package org.delay.redisson.autoconfigure;

import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether a route names a broker. */
abstract class OnRouteToBroker extends SpringBootCondition {

    private final String name;

    OnRouteToBroker(String name) {
        this.name = name;
    }

    @Override
    public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, String> routes = Binder.get(context.getEnvironment())
                .bind(Routes.PROPERTY, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
        ConditionMessage.Builder message = ConditionMessage.forCondition("Route to '" + name + "'");
        return routes.containsValue(name)
                ? ConditionOutcome.match(message.because("'" + Routes.PROPERTY + "' names it"))
                : ConditionOutcome.noMatch(message.because("'" + Routes.PROPERTY + "' does not name it"));
    }
}
