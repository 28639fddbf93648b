package org.delay.redisson.autoconfigure;

import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.kafka.KafkaEnvelopeConsumer;
import org.delay.redisson.kafka.KafkaSimpleMessageProducer;
import org.delay.redisson.kafka.RecordTimestamp;
import org.delay.redisson.startup.CannotStartException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;

/**
 * What sends to Kafka, for applications that have Kafka. The beans are lazy: an application
 * that only sends neither needs a producer, nor has to say which of several templates is the queue's.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(KafkaTemplate.class)
class KafkaConfiguration {

    /** Like the application's own producer, but configured for the queue; never a template or factory among its beans. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @Conditional(OnKafkaBeans.class)
    KafkaSimpleMessageProducer kafkaSimpleMessageProducer(
            KafkaSource source, ObjectProvider<RecordTimestamp> timestamp, RedissonDelayProperties properties) {
        DispatchSettings settings = CoreSettings.dispatch(properties);
        DeliveryTime.require("Kafka", settings);
        try {
            return KafkaSimpleMessageProducer.from(
                    source.producerFactory(),
                    settings.lease(),
                    timestamp.getIfAvailable(() -> RecordTimestamp.CLAIM_TIME));
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            throw new CannotStartException(
                    "The delay queue can't create its Kafka producer: " + e.getMessage() + ".",
                    "Mark a KafkaTemplate or ProducerFactory that it can use with @ForDelayQueue, or correct "
                            + "'delay.redisson.lease'.",
                    e);
        }
    }

    @Bean
    @Lazy
    @ConditionalOnBean(KafkaSimpleMessageProducer.class)
    BrokerTopics.Envelopes delayQueueKafkaEnvelopes(ObjectProvider<KafkaSimpleMessageProducer> producer) {
        return new BrokerTopics.Envelopes(Broker.KAFKA, new KafkaEnvelopeConsumer(producer::getObject));
    }

    @Bean
    @Lazy
    KafkaSource delayQueueKafkaSource(
            @ForDelayQueue ObjectProvider<KafkaTemplate<?, ?>> markedTemplates,
            @ForDelayQueue ObjectProvider<ProducerFactory<?, ?>> markedFactories,
            ObjectProvider<KafkaTemplate<?, ?>> templates,
            ObjectProvider<ProducerFactory<?, ?>> factories) {
        return new KafkaSource(markedTemplates, markedFactories, templates, factories);
    }

    /** Spring Kafka on the class path alone is no Kafka. */
    static class OnKafkaBeans extends AnyNestedCondition {

        OnKafkaBeans() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(KafkaTemplate.class)
        static class Template {}

        @ConditionalOnBean(ProducerFactory.class)
        static class Factory {}
    }
}
