package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.engine.policy.TopicRule;
import org.delay.redisson.operations.TopicReadings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters, if there is a registry. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, DelayQueueAutoConfiguration.class})
@ConditionalOnFlag(value = "delay.redisson.metrics.enabled", byDefault = true)
public final class DelayQueueMetricsAutoConfiguration {

    /** Lazily, since the engine that knows the destinations needs its listeners first. */
    @Bean
    DestinationTags delayQueueDestinationTags(
            ObjectProvider<DispatchEngine> engines, RedissonDelayProperties properties) {
        return new DestinationTags(properties.metrics().destinations(), topic -> {
            DispatchEngine engine = engines.getIfUnique();
            return engine == null ? TopicRule.CONSUMER : engine.destination(topic);
        });
    }

    @Bean
    QueueMeters delayQueueMeters(MeterRegistry registry, TopicTags topics, DestinationTags destinations) {
        return new QueueMeters(registry, topics, destinations);
    }

    @Bean
    DestinationGauges delayQueueDestinationGauges(
            MeterRegistry registry, DestinationTags tags, ObjectProvider<DispatchEngine> engines) {
        return new DestinationGauges(registry, tags, () -> {
            DispatchEngine engine = engines.getIfUnique();
            return engine == null ? List.of() : engine.destinations();
        });
    }

    @Bean
    TopicGauges delayQueueTopicGauges(MeterRegistry registry, TopicReadings readings, TopicTags tags) {
        return new TopicGauges(registry, readings, tags);
    }

    /** None for a queue of the application's own. */
    @Bean
    @ConditionalOnBean(SubscriptionProbe.class)
    SubscriptionGauge delayQueueSubscriptionGauge(
            MeterRegistry registry,
            SubscriptionProbe probe,
            ObjectProvider<DelayQueueLifecycle> lifecycles,
            RedissonDelayProperties properties) {
        return new SubscriptionGauge(
                registry,
                probe,
                () -> {
                    DelayQueueLifecycle lifecycle = lifecycles.getIfAvailable();
                    return lifecycle != null && lifecycle.isRunning();
                },
                properties);
    }
}
