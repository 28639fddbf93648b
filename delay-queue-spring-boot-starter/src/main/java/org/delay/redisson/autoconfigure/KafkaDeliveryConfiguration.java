package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueTopicRegistrar;
import org.delay.redisson.kafka.KafkaDelayQueueMessageConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * The consumer that sends on to Kafka, and what warms up its producer. One condition for both: a consumer of the
 * application's own may have a producer of its own, and what nobody sends with need not connect. Read after
 * {@link KafkaConfiguration}, which has the producer.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(KafkaTemplate.class)
@ConditionalOnBean(KafkaSimpleMessageProducer.class)
@ConditionalOnMissingBean(value = KafkaDelayQueueMessageConsumer.class, name = Broker.KAFKA_BEAN)
@Conditional(OnKafkaDestination.class)
class KafkaDeliveryConfiguration {

    /** A fallback: where a route names it, a consumer of the application's own still gets the topics without a route. */
    @Bean(Broker.KAFKA_BEAN)
    @Lazy
    @Fallback
    KafkaDelayQueueMessageConsumer kafkaDelayQueueMessageConsumer(KafkaSimpleMessageProducer producer) {
        return new KafkaDelayQueueMessageConsumer(producer);
    }

    @Bean
    @Lazy
    WarmUp delayQueueKafkaWarmUp(
            ObjectProvider<KafkaSimpleMessageProducer> producers,
            DelayQueueMessage queue,
            ObjectProvider<DelayQueueTopicRegistrar> registrar,
            ConsumerSource consumers) {
        return new KafkaWarmUp(
                producers,
                queue,
                registrar,
                topic -> consumers.consumerOf(topic) instanceof KafkaDelayQueueMessageConsumer);
    }
}
