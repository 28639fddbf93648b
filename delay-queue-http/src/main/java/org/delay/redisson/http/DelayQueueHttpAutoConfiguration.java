package org.delay.redisson.http;

import org.delay.redisson.autoconfigure.DelayQueueAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Serves the HTTP API in a Servlet application where {@code delay.redisson.http.enabled} is true. */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBooleanProperty("delay.redisson.http.enabled")
@ConditionalOnBean(DelayQueueAutoConfiguration.class)
@EnableConfigurationProperties(DelayQueueHttpProperties.class)
public final class DelayQueueHttpAutoConfiguration {

    /** Clients have tokens of this library. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "delay.redisson.http.security", havingValue = "tokens", matchIfMissing = true)
    static class TokenAccess {

        @Bean
        Tokens delayQueueHttpTokens(DelayQueueHttpProperties properties) {
            return new Tokens(properties.tokens());
        }
    }
}
