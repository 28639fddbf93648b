package org.delay.redisson.autoconfigure;

import org.delay.redisson.operations.QueueOperations;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/** The endpoint {@code delayqueue}, if it is exposed. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
public final class DelayQueueEndpointAutoConfiguration {

    /** Nested, because the condition belongs to a library that may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(DelayQueueEndpoint.class)
    @ImportRuntimeHints(EndpointRuntimeHints.class)
    static class Present {

        @Bean
        DelayQueueEndpoint delayQueueEndpoint(QueueOperations operations, RedissonDelayProperties properties) {
            return new DelayQueueEndpoint(operations, EndpointCaller.rules(properties.endpoint()));
        }

        @Bean
        EndpointNamesCheck delayQueueEndpointNamesCheck() {
            return new EndpointNamesCheck(EndpointId.of("delayqueue"));
        }
    }
}
