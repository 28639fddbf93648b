package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.kafka.DelayingKafkaTemplate;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.support.ProducerListener;
import org.springframework.kafka.support.converter.RecordMessageConverter;

/** A {@code KafkaTemplate} that can send later, in place of Spring Boot's, where {@code delay.redisson.kafka.intercept} is true. */
@AutoConfiguration(beforeName = "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration")
@ConditionalOnClass({KafkaTemplate.class, KafkaProperties.class})
@ConditionalOnFlag("delay.redisson.enable")
@EnableConfigurationProperties(DelayQueueKafkaProperties.class)
public final class DelayQueueKafkaTemplateAutoConfiguration {

    /** With the settings that Spring Boot's own would have. */
    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.INTERCEPT)
    @ConditionalOnMissingBean(KafkaTemplate.class)
    DelayingKafkaTemplate<?, ?> kafkaTemplate(
            ProducerFactory<Object, Object> factory,
            ProducerListener<Object, Object> listener,
            ObjectProvider<RecordMessageConverter> converter,
            ObjectProvider<DelayQueueMessage> queue,
            KafkaProperties properties) {
        DelayingKafkaTemplate<Object, Object> template = new DelayingKafkaTemplate<>(factory, queue::getObject);
        PropertyMapper map = PropertyMapper.get();
        map.from(converter.getIfUnique()).to(template::setMessageConverter);
        map.from(listener).to(template::setProducerListener);
        map.from(properties.getTemplate().getDefaultTopic()).to(template::setDefaultTopic);
        map.from(properties.getTemplate().getTransactionIdPrefix()).to(template::setTransactionIdPrefix);
        map.from(properties.getTemplate().isObservationEnabled()).to(template::setObservationEnabled);
        return template;
    }

    @Bean
    @ConditionalOnFlag(DelayQueueKafkaProperties.INTERCEPT)
    static KafkaInterceptCheck delayQueueKafkaInterceptCheck(ListableBeanFactory beans) {
        return new KafkaInterceptCheck(beans);
    }
}
