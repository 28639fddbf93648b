package org.delay.redisson.dashboard;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the dashboard is on. Reads the property as it is bound, so "yes" and "on" count too. */
final class OnDashboard extends SpringBootCondition {

    private static final String ENABLED = "delay.redisson.dashboard.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean on = Binder.get(context.getEnvironment())
                .bind(ENABLED, Boolean.class)
                .orElse(false);
        return new ConditionOutcome(
                on, ConditionMessage.forCondition("Dashboard").because("'" + ENABLED + "' is " + on));
    }
}
