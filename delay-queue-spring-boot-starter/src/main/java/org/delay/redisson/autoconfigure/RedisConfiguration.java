package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.redis.RedisDelayQueueTopicRegistrar;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * The queue in Redis. An application with a {@link DelayQueueMessage} of its own gets none of it, and no connection.
 *
 * <p>The endpoint is lazy, so that {@code spring.data.redis.*} need not be right where the application has a client.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(DelayQueueMessage.class)
class RedisConfiguration {

    @Bean
    RedisConnection delayQueueRedisConnection(
            @ForDelayQueue ObjectProvider<RedissonClient> markedRedissonClients,
            ObjectProvider<RedissonClient> redissonClients,
            ObjectProvider<RedisEndpoint> endpoint,
            Environment environment) {
        RedissonClient client = Candidates.one(markedRedissonClients, redissonClients);
        return client != null
                ? RedisConnection.of(client)
                : RedisConnection.own(endpoint.getObject(), SpringDataRedis.of(environment));
    }

    /** Where Spring Boot's Redis module is absent, or has nothing to say; nested configurations are read first. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    RedisEndpoint delayQueueRedisEndpoint(Environment environment, ObjectProvider<SslBundles> bundles) {
        return SpringDataRedis.of(environment).endpoint(bundles);
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueTopicRegistrar delayQueueTopicRegistrar(RedisConnection connection, RedissonDelayProperties properties) {
        return new RedisDelayQueueTopicRegistrar(connection.client(), properties.service());
    }

    /** By the interface, because decorators wrap it. */
    @Bean
    DelayQueueMessage delayQueueMessage(
            RedisConnection connection,
            DelayQueueTopicRegistrar registrar,
            BodyConverter bodyConverter,
            RedissonDelayProperties properties) {
        return RedissonDelayQueue.on(connection.client())
                .service(properties.service())
                .keyPrefix(properties.keyPrefix())
                .shards(properties.shards())
                .limits(CoreSettings.limits(properties))
                .minReplicas(
                        properties.replication().minReplicas(),
                        properties.replication().timeout())
                .bodyConverter(bodyConverter)
                .topicRegistrar(registrar)
                .build();
    }

    @Bean
    @ConditionalOnFlag(value = "delay.redisson.fail-fast", byDefault = true)
    RedisCheck delayQueueRedisCheck(
            RedisConnection connection, DelayQueueMessage queue, RedissonDelayProperties properties) {
        return new RedisCheck(connection, queue, wakeUpChannel(properties), properties.autoStartup());
    }

    /** For health and meters. */
    @Bean
    @Lazy
    SubscriptionProbe delayQueueSubscriptionProbe(RedisConnection connection, RedissonDelayProperties properties) {
        return new SubscriptionProbe(connection.client(), wakeUpChannel(properties));
    }

    static String wakeUpChannel(RedissonDelayProperties properties) {
        return RedissonDelayQueue.wakeUpChannel(properties.keyPrefix(), properties.service());
    }

    /** Where Spring Boot's own Redis module says where Redis is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DataRedisConnectionDetails.class)
    @ConditionalOnBean(DataRedisConnectionDetails.class)
    static class ByConnectionDetails {

        @Bean
        @Lazy
        RedisEndpoint delayQueueDataRedisEndpoint(DataRedisConnectionDetails details, Environment environment) {
            try {
                return DataRedisDetails.endpoint(details, SpringDataRedis.of(environment));
            } catch (NumberFormatException | NoSuchSslBundleException e) {
                throw SpringDataRedis.explained(e);
            }
        }
    }
}
