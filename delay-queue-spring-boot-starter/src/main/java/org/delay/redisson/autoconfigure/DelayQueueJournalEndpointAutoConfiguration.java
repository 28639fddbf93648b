package org.delay.redisson.autoconfigure;

import org.delay.redisson.journal.DelayQueueJournal;
import org.delay.redisson.operations.JournalOperations;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/** The endpoint {@code delayqueuejournal}, if it is exposed and there is a journal. */
@AutoConfiguration(after = DelayQueueJournalAutoConfiguration.class)
@ConditionalOnClass({DelayQueueJournal.class, WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean({DelayQueueAutoConfiguration.class, DelayQueueJournal.class})
public final class DelayQueueJournalEndpointAutoConfiguration {

    /** Nested, because the condition belongs to a library that may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(JournalEndpoint.class)
    @ImportRuntimeHints(JournalEndpointRuntimeHints.class)
    static class Present {

        @Bean
        JournalEndpoint delayQueueJournalEndpoint(JournalOperations operations, RedissonDelayProperties properties) {
            return new JournalEndpoint(operations, EndpointCaller.rules(properties.endpoint()));
        }

        @Bean
        EndpointNamesCheck delayQueueJournalEndpointNamesCheck() {
            return new EndpointNamesCheck(EndpointId.of("delayqueuejournal"));
        }
    }
}
