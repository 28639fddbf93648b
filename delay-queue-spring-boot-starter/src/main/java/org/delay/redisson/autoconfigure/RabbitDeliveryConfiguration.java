package org.delay.redisson.autoconfigure;

import org.delay.redisson.rabbit.RabbitDelayQueueMessageConsumer;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;

/** The consumer that publishes to RabbitMQ. Read after {@link RabbitConfiguration}, which has the producer. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RabbitTemplate.class)
@ConditionalOnBean(RabbitSimpleMessageProducer.class)
@ConditionalOnMissingBean(value = RabbitDelayQueueMessageConsumer.class, name = Broker.RABBIT_BEAN)
@Conditional(OnRabbitDestination.class)
class RabbitDeliveryConfiguration {

    /** A fallback: where a route names it, a consumer of the application's own still gets the topics without a route. */
    @Bean(Broker.RABBIT_BEAN)
    @Lazy
    @Fallback
    RabbitDelayQueueMessageConsumer rabbitDelayQueueMessageConsumer(RabbitSimpleMessageProducer producer) {
        return new RabbitDelayQueueMessageConsumer(producer);
    }

    @Bean
    @Lazy
    WarmUp delayQueueRabbitWarmUp(ObjectProvider<RabbitSimpleMessageProducer> producers) {
        return () -> producers.getObject().warm();
    }
}
