package org.delay.redisson.autoconfigure;

import java.time.Duration;
import org.delay.redisson.journal.DelayQueueJournal;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the journal, {@code delayQueueJournal}, where Spring Boot's health module and a journal are present. */
@AutoConfiguration(
        after = DelayQueueJournalAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({DelayQueueJournal.class, HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({DelayQueueAutoConfiguration.class, DelayQueueJournal.class})
public final class DelayQueueJournalHealthAutoConfiguration {

    /** Nested, because the condition belongs to a library that may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnEnabledHealthIndicator("delayqueuejournal")
    static class Present {

        @Bean
        @ConditionalOnMissingBean(name = "delayQueueJournalHealthIndicator")
        HealthIndicator delayQueueJournalHealthIndicator(
                DelayQueueJournal journal, RedissonDelayProperties properties) {
            return new JournalHealthIndicator(journal, new JournalBacklog(journal, Duration.ZERO), properties.health());
        }
    }
}
