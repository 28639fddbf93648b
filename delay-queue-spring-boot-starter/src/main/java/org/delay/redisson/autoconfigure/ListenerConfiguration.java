package org.delay.redisson.autoconfigure;

import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.engine.report.Counted;
import org.delay.redisson.listener.DelayQueueListeners;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/** The application's {@link org.delay.redisson.listener.DelayQueueListener} methods. Lazy: they are sought last. */
@Slf4j
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    DelayQueueListeners delayQueueListeners(
            ConfigurableListableBeanFactory beans, BodyConverter converter, RedissonDelayProperties properties) {
        return DelayQueueListeners.in(beans, converter, CoreSettings.retry(properties.retry()));
    }

    @Bean
    @Lazy
    ListenerCheck delayQueueListenerCheck(
            DelayQueueListeners listeners,
            ObjectProvider<KafkaTopics> kafka,
            BeanFactory beans,
            RedissonDelayProperties properties) {
        boolean called = beans.containsBean(DispatchConfiguration.ENGINE);
        return new ListenerCheck(
                listeners, kafka, called, CoreSettings.dispatch(properties).workers());
    }

    /** All other beans give way to those of a parent, which knows nothing of its children's methods. */
    @Bean
    static SmartInitializingSingleton delayQueueListenersOfAChild(ConfigurableListableBeanFactory beans) {
        return () -> {
            int methods =
                    beans.containsLocalBean(DispatchConfiguration.LIFECYCLE) ? 0 : DelayQueueListeners.count(beans);
            if (methods > 0) {
                log.warn(
                        "No messages reach {}, because the parent application context dispatches them. Move the"
                                + " listeners' beans to the parent, or set 'delay.redisson.enable' to true in the"
                                + " child only",
                        Counted.of(methods, "@DelayQueueListener method"));
            }
        };
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
}
