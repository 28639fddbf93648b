package org.delay.redisson.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Shows a {@link CannotStartException} as Spring Boot shows failures at start. Asked first: Spring Boot's own analyzers
 * look for the causes too, and know nothing of {@link ForDelayQueue}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class CannotStartFailureAnalyzer extends AbstractFailureAnalyzer<CannotStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotStartException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
