package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters, where there is a registry. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, TopicWatch.class})
@ConditionalOnBooleanProperty(name = "delay.redisson.metrics.enabled", matchIfMissing = true)
public final class DelayQueueMetricsAutoConfiguration {

    @Bean
    QueueMeters delayQueueMeters(MeterRegistry registry, TopicTags tags) {
        return new QueueMeters(registry, tags);
    }

    @Bean
    TopicGauges delayQueueTopicGauges(MeterRegistry registry, TopicWatch watch, TopicTags tags) {
        return new TopicGauges(registry, watch, tags);
    }
}
