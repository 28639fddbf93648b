package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What Spring Boot would tell of an application that did not start, by all analyzers that there are, in its order. */
final class Analyses {

    private Analyses() {}

    static FailureAnalysis of(ApplicationContextAssertProvider<? extends ApplicationContext> context) {
        Throwable failure = context.getStartupFailure();
        assertThat(failure).as("the application must not start").isNotNull();
        return of(failure);
    }

    static FailureAnalysis of(Throwable failure) {
        List<FailureAnalyzer> analyzers = new ArrayList<>(SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        SpringFactoriesLoader.ArgumentResolver.of(BeanFactory.class, new DefaultListableBeanFactory())
                                .and(Environment.class, new StandardEnvironment()),
                        SpringFactoriesLoader.FailureHandler.handleMessage((message, cause) -> {})));
        // Those without an order come as the class path has them: here ours first, in applications anywhere.
        Collections.reverse(analyzers);
        AnnotationAwareOrderComparator.sort(analyzers);
        return analyzers.stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("No analysis of", failure));
    }
}
