package org.delay.redisson.listener;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Shows an {@link InvalidListenerException} as Spring Boot shows failures at start. Before those that look for causes. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidListenerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidListenerException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
