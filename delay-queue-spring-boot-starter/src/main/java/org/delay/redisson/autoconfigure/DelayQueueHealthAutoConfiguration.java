package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.operations.TopicReadings;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

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

        /** None for a queue of the application's own. */
        @Bean
        @Lazy
        @Nullable
        SubscriptionProbe delayQueueSubscriptionProbe(
                ObjectProvider<RedisConnection> connections, RedissonDelayProperties properties) {
            RedisConnection connection = connections.getIfAvailable();
            return connection == null
                    ? null
                    : new SubscriptionProbe(connection.client(), RedisConfiguration.wakeUpChannel(properties));
        }

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
                    queue,
                    readings,
                    probes.getIfAvailable(),
                    () -> isRunning(lifecycles),
                    topic -> serves(engines, topic),
                    properties.health());
        }

        private static boolean serves(ObjectProvider<DispatchEngine> engines, String topic) {
            DispatchEngine engine = engines.getIfAvailable();
            return engine == null || engine.serves(topic);
        }

        private static boolean isRunning(ObjectProvider<DelayQueueLifecycle> lifecycles) {
            DelayQueueLifecycle lifecycle = lifecycles.getIfAvailable();
            return lifecycle != null && lifecycle.isRunning();
        }
    }
}
