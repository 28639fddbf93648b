package org.delay.redisson.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.delay.redisson.journal.DelayQueueJournal;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters of the journal, if there is a registry and a journal. */
@AutoConfiguration(
        after = DelayQueueJournalAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({DelayQueueJournal.class, MeterRegistry.class})
@ConditionalOnBean({MeterRegistry.class, DelayQueueAutoConfiguration.class, DelayQueueJournal.class})
@ConditionalOnFlag(value = "delay.redisson.metrics.enabled", byDefault = true)
public final class DelayQueueJournalMetricsAutoConfiguration {

    @Bean
    JournalMeters delayQueueJournalMeters(
            MeterRegistry registry, DelayQueueJournal journal, RedissonDelayProperties properties) {
        return new JournalMeters(
                registry,
                journal,
                new JournalBacklog(journal, properties.metrics().refresh()));
    }
}
