package org.delay.redisson.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.delay.redisson.Limits;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.engine.policy.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class RedissonDelayPropertiesTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(PropertiesOnly.class);

    @Test
    void defaultsAreTheCores() {
        bind(properties -> {
            assertThat(CoreSettings.dispatch(properties)).isEqualTo(DispatchSettings.DEFAULTS);
            assertThat(CoreSettings.limits(properties)).isEqualTo(Limits.DEFAULTS);
            assertThat(properties.service()).isEqualTo("other");
            assertThat(properties.registerService()).isNull();
            assertThat(properties.enable()).isFalse();
        });
    }

    @Test
    void everyPropertyArrives() {
        bind(
                properties -> {
                    assertThat(CoreSettings.dispatch(properties))
                            .isEqualTo(DispatchSettings.builder()
                                    .sweep(Duration.ofSeconds(2))
                                    .workers(7)
                                    .lease(Duration.ofMinutes(1))
                                    .maxProcessingTime(Duration.ofHours(1))
                                    .maxLeaseExpirations(3)
                                    .maxStuckThreads(9)
                                    .maxClaimMessages(50)
                                    .maxClaimBytes(1024)
                                    .retry(new RetryPolicy(4, Duration.ofSeconds(3), 1.5, Duration.ofMinutes(5), 0.1))
                                    .build());
                    assertThat(CoreSettings.limits(properties)).isEqualTo(new Limits(2048, Duration.ofDays(7), 10));
                    assertThat(properties.service()).isEqualTo("orders");
                    assertThat(properties.keyPrefix()).isEqualTo("shop");
                    assertThat(properties.shards()).isEqualTo(5);
                    assertThat(properties.deadLetterRetention()).isEqualTo(Duration.ofDays(30));
                    assertThat(properties.replication().minReplicas()).isEqualTo(2);
                    assertThat(properties.replication().timeout()).isEqualTo(Duration.ofMillis(300));
                    assertThat(properties.autoStartup()).isFalse();
                    assertThat(properties.failFast()).isFalse();
                    assertThat(properties.metrics().enabled()).isFalse();
                    assertThat(properties.metrics().topics()).isEqualTo(7);
                    assertThat(properties.metrics().refresh()).isEqualTo(Duration.ofSeconds(30));
                    assertThat(properties.observation().enabled()).isFalse();
                    assertThat(properties.health().timeout()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(properties.health().maxOverdue()).isEqualTo(Duration.ofHours(1));
                    assertThat(properties.endpoint().showValues()).isEqualTo(ShowValues.WHEN_AUTHORIZED);
                    assertThat(properties.endpoint().roles()).containsExactly("OPS");
                },
                "registerService=orders",
                "consumerSleep=2000",
                "workers=7",
                "lease=1m",
                "max-processing-time=1h",
                "max-lease-expirations=3",
                "max-stuck-threads=9",
                "claim.max-messages=50",
                "claim.max-bytes=1KB",
                "retry.max-attempts=4",
                "retry.delay=3s",
                "retry.multiplier=1.5",
                "retry.max-delay=5m",
                "retry.jitter=0.1",
                "limits.body-size=2KB",
                "limits.delay=7d",
                "limits.bulk=10",
                "key-prefix=shop",
                "shards=5",
                "dead-letter-retention=30d",
                "replication.min-replicas=2",
                "replication.timeout=300ms",
                "auto-startup=false",
                "fail-fast=false",
                "metrics.enabled=false",
                "metrics.topics=7",
                "metrics.refresh=30s",
                "observation.enabled=false",
                "health.timeout=2s",
                "health.max-overdue=1h",
                "endpoint.show-values=when-authorized",
                "endpoint.roles=OPS");
    }

    @Test
    void plainNumbersAreMilliseconds() {
        bind(
                properties -> {
                    assertThat(properties.consumerSleep()).isEqualTo(Duration.ofMillis(250));
                    assertThat(properties.lease()).isEqualTo(Duration.ofSeconds(45));
                },
                "consumerSleep=250",
                "lease=45000");
    }

    /** Taken as milliseconds they would delete dead letters as soon as they come. */
    @Test
    void aPlainNumberIsTheDaysOfARetention() {
        bind(
                properties -> assertThat(properties.deadLetterRetention()).isEqualTo(Duration.ofDays(30)),
                "dead-letter-retention=30");
    }

    @ParameterizedTest
    @CsvSource({
        "register-service, or ders",
        "register-service, ''",
        "key-prefix, a{b}",
        "consumer-sleep, 0",
        "shards, 0",
        "shards, 1025",
        "workers, 0",
        "lease, 1ms",
        "max-processing-time, -1s",
        "max-lease-expirations, 2",
        "max-stuck-threads, 0",
        "dead-letter-retention, 0s",
        "dead-letter-retention, 59s",
        "claim.max-messages, 201",
        "claim.max-bytes, 0B",
        "retry.max-attempts, 0",
        "retry.delay, 0s",
        "retry.multiplier, 0.5",
        "retry.max-delay, 10ms",
        "retry.jitter, 1.1",
        "limits.body-size, 0B",
        "limits.body-size, 2GB",
        "limits.delay, 40000d",
        "limits.bulk, 0",
        "replication.min-replicas, -1",
        "replication.min-replicas, 101",
        "replication.timeout, 0s",
        "replication.timeout, 2001ms",
        "metrics.topics, 0",
        "metrics.refresh, 1ms",
        "health.timeout, 1m",
        "health.max-overdue, 0s"
    })
    void aValueThatBreaksARuleIsNamedWithItsProperty(String property, String value) {
        runner.withPropertyValues("delay.redisson." + property + "=" + value).run(context -> {
            FailureAnalysis analysis = Analyses.of(context);
            assertThat(analysis.getDescription())
                    .contains("Property: delay.redisson." + property)
                    .containsPattern("Value: \".*\"")
                    .containsPattern("Reason: must be ");
        });
    }

    @Test
    void propertiesAndDurationsAreNamedAsTheyAreWritten() {
        runner.withPropertyValues("delay.redisson.consumerSleep=0", "delay.redisson.replication.timeout=3s")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains(
                                "Property: delay.redisson.consumer-sleep",
                                "Value: \"0ms\"",
                                "Reason: must be 1ms to 1h, but is 0ms",
                                "Property: delay.redisson.replication.timeout",
                                "Reason: must be 1ms to 2s, but is 3s")
                        .doesNotContain("PT"));
    }

    @Test
    void theLongestRetryDelayIsComparedWithTheFirst() {
        runner.withPropertyValues("delay.redisson.retry.delay=20m")
                .run(context -> assertThat(Analyses.of(context).getDescription())
                        .contains("delay.redisson.retry.max-delay", "20m to 365d", "but is 10m"));
    }

    private void bind(Consumer<RedissonDelayProperties> assertions, String... properties) {
        String[] prefixed = Arrays.stream(properties)
                .map(property -> "delay.redisson." + property)
                .toArray(String[]::new);
        runner.withPropertyValues(prefixed)
                .run(context -> assertions.accept(context.getBean(RedissonDelayProperties.class)));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(RedissonDelayProperties.class)
    static class PropertiesOnly {}
}
