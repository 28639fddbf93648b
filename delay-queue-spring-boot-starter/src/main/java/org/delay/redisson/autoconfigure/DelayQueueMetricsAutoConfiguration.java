package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.delay.redisson.operations.TopicReadings;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters, if there is a registry. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, DelayQueueAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "delay.redisson.metrics.enabled", matchIfMissing = true)
public final class DelayQueueMetricsAutoConfiguration {

    @Bean
    QueueMeters delayQueueMeters(MeterRegistry registry, TopicTags tags) {
        return new QueueMeters(registry, tags);
    }

    @Bean
    TopicGauges delayQueueTopicGauges(MeterRegistry registry, TopicReadings readings, TopicTags tags) {
        return new TopicGauges(registry, readings, tags);
    }
}
