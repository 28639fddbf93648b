package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What Spring Boot would tell of an application that did not start. */
final class Analyses {

    private Analyses() {}

    static FailureAnalysis of(ApplicationContextAssertProvider<? extends ApplicationContext> context) {
        Throwable failure = context.getStartupFailure();
        assertThat(failure).as("the application must not start").isNotNull();
        return of(failure);
    }

    static FailureAnalysis of(Throwable failure) {
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        SpringFactoriesLoader.FailureHandler.handleMessage((message, cause) -> {}));
        return analyzers.stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("No analysis of", failure));
    }
}
