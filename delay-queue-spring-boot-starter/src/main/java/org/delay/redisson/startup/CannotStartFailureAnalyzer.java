package org.delay.redisson.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Turns a {@link CannotStartException} into Spring Boot's failure analysis. Asked first: Spring Boot's own analyzers would
 * explain the cause instead, without the queue's properties and annotations.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class CannotStartFailureAnalyzer extends AbstractFailureAnalyzer<CannotStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotStartException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
