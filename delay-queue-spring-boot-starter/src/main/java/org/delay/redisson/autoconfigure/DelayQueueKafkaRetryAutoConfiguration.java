package org.delay.redisson.autoconfigure;

import java.util.Set;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.kafka.DelayedRetryRecoverer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultAfterRollbackProcessor;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Delayed retries of the application's {@code @KafkaListener} methods, where {@code delay.redisson.kafka.retry.enabled} is true: an error
 * handler, which Spring Boot gives to its listeners' containers, and the retry topics of those methods.
 */
@AutoConfiguration(afterName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass({KafkaTemplate.class, KafkaProperties.class})
@ConditionalOnFlag("delay.redisson.enable")
@EnableConfigurationProperties(DelayQueueKafkaProperties.class)
public final class DelayQueueKafkaRetryAutoConfiguration {

    /** For error handlers of the application's own too. */
    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    @ConditionalOnMissingBean
    DelayedRetryRecoverer delayedRetryRecoverer(
            @ForDelayQueue ObjectProvider<KafkaTemplate<?, ?>> marked,
            ObjectProvider<KafkaTemplate<?, ?>> templates,
            ObjectProvider<DeadLetterPublishingRecoverer> deadLetters,
            ObjectProvider<DelayQueueMessage> queue,
            DelayQueueKafkaProperties properties) {
        KafkaTemplate<?, ?> template = template(marked, templates);
        return new DelayedRetryRecoverer(
                queue::getObject,
                template,
                CoreSettings.retry(properties.retry().policy()),
                deadLetters.getIfAvailable(() -> new DeadLetterPublishingRecoverer(template)));
    }

    /** For listeners of topics whose records keep their order. */
    @Bean(KafkaOrderedRetries.NAME)
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    KafkaOrderedRetries delayQueueKafkaOrderedRetries(
            @ForDelayQueue ObjectProvider<KafkaTemplate<?, ?>> marked,
            ObjectProvider<KafkaTemplate<?, ?>> templates,
            ObjectProvider<DeadLetterPublishingRecoverer> deadLetters,
            DelayQueueKafkaProperties properties) {
        return new KafkaOrderedRetries(
                CoreSettings.retry(properties.retry().policy()),
                () -> deadLetters.getIfAvailable(() -> new DeadLetterPublishingRecoverer(template(marked, templates))),
                () -> template(marked, templates));
    }

    /** For containers of Spring Boot's factory. {@link KafkaDelayedRetries} fits it to each. */
    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    @ConditionalOnMissingBean(CommonErrorHandler.class)
    DefaultErrorHandler delayedRetryErrorHandler(DelayedRetryRecoverer recoverer) {
        return new KafkaRetryErrorHandler(recoverer);
    }

    /** For listeners of all other topics. */
    @Bean(KafkaDelayedRetries.NAME)
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    KafkaDelayedRetries delayQueueKafkaDelayedRetries(ObjectProvider<DelayedRetryRecoverer> recoverer) {
        return new KafkaDelayedRetries(recoverer::getObject);
    }

    /**
     * For listeners in Kafka transactions, which get no error handler. The offset of a record that waits in the queue is committed in a
     * transaction of its own.
     */
    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    @ConditionalOnMissingBean(AfterRollbackProcessor.class)
    DefaultAfterRollbackProcessor<Object, Object> delayedRetryAfterRollbackProcessor(
            DelayedRetryRecoverer recoverer,
            @ForDelayQueue ObjectProvider<KafkaTemplate<?, ?>> marked,
            ObjectProvider<KafkaTemplate<?, ?>> templates) {
        return new DefaultAfterRollbackProcessor<>(
                recoverer, new FixedBackOff(0, 0), template(marked, templates), true);
    }

    private static KafkaTemplate<?, ?> template(
            ObjectProvider<KafkaTemplate<?, ?>> marked, ObjectProvider<KafkaTemplate<?, ?>> templates) {
        return marked.getIfAvailable(templates::getObject);
    }

    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    static KafkaRetryCheck delayQueueKafkaRetryCheck(
            ObjectProvider<KafkaListenerEndpointRegistry> listeners, KafkaRetryTopics topics) {
        return new KafkaRetryCheck(listeners, topics);
    }

    /** Static, since it is used before the other beans are made. */
    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.RETRY)
    static KafkaRetryTopics delayQueueKafkaRetryTopics(ConfigurableBeanFactory beans, Environment environment) {
        return new KafkaRetryTopics(
                beans::resolveEmbeddedValue,
                environment.getProperty("spring.kafka.consumer.group-id", ""),
                Binder.get(environment)
                        .bind(DelayQueueKafkaProperties.ORDERED_TOPICS, Bindable.setOf(String.class))
                        .orElseGet(Set::of));
    }
}
