package org.delay.redisson.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a {@link CannotStartException} as Spring Boot shows failures at start. */
final class CannotStartFailureAnalyzer extends AbstractFailureAnalyzer<CannotStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotStartException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
