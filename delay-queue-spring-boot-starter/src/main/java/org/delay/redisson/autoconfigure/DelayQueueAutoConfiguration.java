package org.delay.redisson.autoconfigure;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.QueueDecorator;
import org.delay.redisson.operations.DeadLetterTasks;
import org.delay.redisson.operations.EffectiveSettings;
import org.delay.redisson.operations.QueueOperations;
import org.delay.redisson.operations.QueueReports;
import org.delay.redisson.operations.SharedTopicReadings;
import org.delay.redisson.operations.TopicReadings;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;

/**
 * Sends and dispatches delayed messages where {@code delay.redisson.enable} is true, and does nothing where it is not.
 * Every bean of a public type gives way to one of the application's own, but listeners, all of which are told.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration",
            "org.redisson.spring.starter.RedissonAutoConfigurationV2",
            "org.redisson.spring.starter.RedissonAutoConfigurationV4",
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration",
            "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration"
        })
@ConditionalOnFlag("delay.redisson.enable")
@EnableConfigurationProperties(RedissonDelayProperties.class)
@Import({
    BodyConverterConfiguration.class,
    RedisConfiguration.class,
    KafkaConfiguration.class,
    KafkaDeliveryConfiguration.class,
    RabbitConfiguration.class,
    RabbitDeliveryConfiguration.class,
    ListenerConfiguration.class,
    DispatchConfiguration.class
})
@ImportRuntimeHints(DelayQueueRuntimeHints.class)
public final class DelayQueueAutoConfiguration {

    @Bean
    static QueueDecoration delayQueueDecoration(ConfigurableListableBeanFactory beans) {
        return new QueueDecoration(beans);
    }

    @Bean
    static QueueDecorator delayQueueInterception(
            ObjectProvider<QueueInterceptor> interceptors, ListableBeanFactory beans) {
        return new InterceptingDecorator(interceptors, beans);
    }

    @Bean
    static QueueDecorator delayQueueTransactions(
            RedissonDelayProperties properties,
            ObjectProvider<BodyConverter> converters,
            ConfigurableListableBeanFactory beans) {
        return new TransactionDecorator(
                properties.transaction(),
                converters::getObject,
                CoreSettings.limits(properties),
                beans.getBeanClassLoader());
    }

    @Bean
    @ConditionalOnFlag(JournalCheck.ENABLED)
    static QueueDecorator delayQueueJournalCheck(
            RedissonDelayProperties properties, ConfigurableListableBeanFactory beans) {
        return new JournalCheck(properties.transaction(), beans.getBeanClassLoader());
    }

    @Bean
    @ConditionalOnMissingBean
    DelayQueueMessageProducer delayQueueMessageProducer(DelayQueueMessage queue) {
        return new DelayQueueMessageProducer(queue);
    }

    @Bean
    static ServiceCheck delayQueueServiceCheck(
            ConfigurableListableBeanFactory beans, ObjectProvider<RedissonDelayProperties> properties) {
        return new ServiceCheck(beans, properties.getObject().registerService());
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    TopicReadings delayQueueTopicReadings(
            DelayQueueMessage queue,
            ObjectProvider<DelayQueueTopicRegistrar> registrars,
            RedissonDelayProperties properties) {
        return new SharedTopicReadings(
                queue, registrars.getIfUnique(), properties.metrics().refresh());
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    QueueOperations delayQueueOperations(
            DelayQueueMessage queue, ObjectProvider<DelayQueueTopicRegistrar> registrars, TopicReadings readings) {
        return new QueueOperations(queue, registrars.getIfUnique(), readings);
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    QueueReports delayQueueReports(DelayQueueMessage queue, TopicReadings readings) {
        return new QueueReports(queue, readings);
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    DeadLetterTasks delayQueueDeadLetterTasks(DelayQueueMessage queue, ApplicationEventPublisher events) {
        return new DeadLetterTasks(queue, task -> events.publishEvent(new DeadLetterTaskEvent(task)));
    }

    @Bean
    @Lazy
    EffectiveSettings delayQueueEffectiveSettings(RedissonDelayProperties properties) {
        return new PropertySettings(properties);
    }

    @Bean
    @Lazy
    TopicTags delayQueueTopicTags(RedissonDelayProperties properties) {
        return new TopicTags(properties.metrics().topics());
    }

    /** The switch of the whole queue is called so. Sends that are silently not recorded would be a surprise. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("delay.redisson.journal.enable")
    static class MisspeltJournal {

        MisspeltJournal() {
            throw new CannotStartException(
                    "'delay.redisson.journal.enable' is set, but has no effect.",
                    "Set '" + JournalCheck.ENABLED + "' instead.");
        }
    }
}
