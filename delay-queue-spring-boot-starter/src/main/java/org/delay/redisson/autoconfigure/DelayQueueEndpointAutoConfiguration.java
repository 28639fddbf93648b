package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint {@code delayqueue}, where it is exposed. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnClass({WebEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(TopicWatch.class)
public final class DelayQueueEndpointAutoConfiguration {

    /** Apart, since the condition is of a library that may be absent. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(DelayQueueEndpoint.class)
    static class Present {

        @Bean
        DelayQueueEndpoint delayQueueEndpoint(
                DelayQueueMessage queue,
                ObjectProvider<DelayQueueTopicRegistrar> registrars,
                TopicWatch watch,
                RedissonDelayProperties properties) {
            return new DelayQueueEndpoint(queue, registrars.getIfUnique(), watch, properties.endpoint());
        }
    }
}
