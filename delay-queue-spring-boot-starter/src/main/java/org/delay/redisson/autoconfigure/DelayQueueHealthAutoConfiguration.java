package org.delay.redisson.autoconfigure;

import java.util.List;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.report.DestinationStatus;
import org.delay.redisson.operations.TopicReadings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the queue, {@code delayQueue}, where Spring Boot's health module is present. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
public final class DelayQueueHealthAutoConfiguration {

    /** Nested, because the condition belongs to a library that may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnEnabledHealthIndicator("delayqueue")
    static class Present {

        @Bean
        @ConditionalOnMissingBean(name = "delayQueueHealthIndicator")
        HealthIndicator delayQueueHealthIndicator(
                DelayQueueMessage queue,
                TopicReadings readings,
                ObjectProvider<SubscriptionProbe> probes,
                ObjectProvider<DelayQueueLifecycle> lifecycles,
                ObjectProvider<DispatchEngine> engines,
                RedissonDelayProperties properties) {
            return new DelayQueueHealthIndicator(
                    queue, readings, probes.getIfAvailable(), dispatch(lifecycles, engines), properties.health());
        }

        private static DispatchStatus dispatch(
                ObjectProvider<DelayQueueLifecycle> lifecycles, ObjectProvider<DispatchEngine> engines) {
            return new DispatchStatus() {
                @Override
                public boolean isRunning() {
                    DelayQueueLifecycle lifecycle = lifecycles.getIfAvailable();
                    return lifecycle != null && lifecycle.isRunning();
                }

                @Override
                public boolean serves(String topic) {
                    DispatchEngine engine = engines.getIfAvailable();
                    return engine == null || engine.serves(topic);
                }

                @Override
                public List<DestinationStatus> destinations() {
                    DispatchEngine engine = isRunning() ? engines.getIfAvailable() : null;
                    return engine == null ? List.of() : engine.destinations();
                }
            };
        }
    }
}
