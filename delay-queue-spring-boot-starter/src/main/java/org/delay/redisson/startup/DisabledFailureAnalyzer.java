package org.delay.redisson.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Explains that one of this library's beans is missing because the delay queue is off. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DisabledFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String PACKAGE = "org.delay.redisson.";

    private static final String PROPERTY = "delay.redisson.enable";

    /** The name that most libraries would give it. */
    private static final String OTHER_NAME = PROPERTY + "d";

    private final Environment environment;

    DisabledFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        Class<?> type = cause.getResolvableType() == null
                ? cause.getBeanType()
                : cause.getResolvableType().toClass();
        if (cause instanceof NoUniqueBeanDefinitionException
                || type == null
                || !type.getName().startsWith(PACKAGE)
                || isOn()) {
            return null;
        }
        String other = environment.getProperty(OTHER_NAME);
        return new FailureAnalysis(
                "The application needs a bean of type " + type.getSimpleName() + ", but the delay queue is off: '"
                        + PROPERTY
                        + "' is " + (environment.getProperty(PROPERTY) == null ? "not set" : "false")
                        + (other == null ? "" : ", and '" + OTHER_NAME + "' has no effect") + ".",
                "Set 'delay.redisson.enable=true'.",
                cause);
    }

    private boolean isOn() {
        return environment.getProperty(PROPERTY, Boolean.class, false);
    }
}
