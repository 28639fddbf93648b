package org.delay.redisson.autoconfigure;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Traces from a send to its delivery, if there is an ObservationRegistry. */
@AutoConfiguration(
        after = DelayQueueAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(Observation.class)
@ConditionalOnBean({ObservationRegistry.class, DelayQueueAutoConfiguration.class})
@ConditionalOnFlag(value = "delay.redisson.observation.enabled", byDefault = true)
public final class DelayQueueObservationAutoConfiguration {

    @Bean
    ObservedSends delayQueueObservedSends(ObservationRegistry registry, TopicTags tags) {
        return new ObservedSends(registry, tags);
    }

    @Bean
    ConsumerWrapper delayQueueObservedConsumer(ObservationRegistry registry, TopicTags tags) {
        return consumer -> new ObservedConsumer(consumer, registry, tags);
    }
}
