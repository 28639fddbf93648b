package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.listener.DelayQueueListeners;
import org.delay.redisson.listener.InvalidListenerException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/** The application's {@link org.delay.redisson.listener.DelayQueueListener} methods. Lazy: they are sought last. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    DelayQueueListeners delayQueueListeners(
            ConfigurableListableBeanFactory beans, BodyConverter converter, RedissonDelayProperties properties) {
        try {
            return DelayQueueListeners.in(beans, converter, CoreSettings.retry(properties.getRetry()));
        } catch (InvalidListenerException e) {
            throw new CannotStartException(e.description(), e.action(), e);
        }
    }

    @Bean
    @Lazy
    ListenerCheck delayQueueListenerCheck(
            DelayQueueListeners listeners, ObjectProvider<KafkaTopics> kafka, RedissonDelayProperties properties) {
        return new ListenerCheck(listeners, kafka, properties.getWorkers());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(KafkaListenerEndpointRegistry.class)
    static class Kafka {

        @Bean
        @Lazy
        KafkaTopics delayQueueKafkaTopics(ObjectProvider<KafkaListenerEndpointRegistry> registries) {
            return new KafkaListenerTopics(registries);
        }
    }

    /** Whom the application's own Kafka listeners hear. */
    interface KafkaTopics {

        /** Whether one names the topic. */
        boolean name(String topic);

        /** Whether one has a pattern that matches the topic. */
        boolean match(String topic);
    }
}
