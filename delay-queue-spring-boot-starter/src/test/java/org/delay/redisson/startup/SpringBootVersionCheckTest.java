package org.delay.redisson.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.core.io.support.SpringFactoriesLoader;

class SpringBootVersionCheckTest {

    @ParameterizedTest
    @ValueSource(strings = {"3.5.7", "2.7.18", "3.0.0-SNAPSHOT"})
    void anOlderVersionIsToldOf(String version) {
        assertThatExceptionOfType(CannotStartException.class)
                .isThrownBy(() -> SpringBootVersionCheck.check(version))
                .satisfies(e -> assertThat(
                                new CannotStartFailureAnalyzer().analyze(e).getDescription())
                        .isEqualTo("The delay queue needs Spring Boot 4.0 or later, but this application has " + version
                                + "."));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"4.0.8", "4.1.0-M1", "10.2.3", "unknown"})
    void otherVersionsMayStart(String version) {
        assertThatNoException().isThrownBy(() -> SpringBootVersionCheck.check(version));
    }

    @Test
    void isAskedByEachApplication() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
                        .load(
                                ApplicationContextInitializer.class,
                                SpringFactoriesLoader.FailureHandler.handleMessage((message, cause) -> {})))
                .hasAtLeastOneElementOfType(SpringBootVersionCheck.class);
    }
}
