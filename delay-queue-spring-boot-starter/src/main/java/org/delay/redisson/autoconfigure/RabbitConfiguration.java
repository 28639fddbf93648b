package org.delay.redisson.autoconfigure;

import java.util.Map;
import org.delay.redisson.engine.policy.DispatchSettings;
import org.delay.redisson.rabbit.RabbitEnvelopeConsumer;
import org.delay.redisson.rabbit.RabbitRoute;
import org.delay.redisson.rabbit.RabbitSimpleMessageProducer;
import org.springframework.amqp.core.Address;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * What publishes to RabbitMQ, for applications that have RabbitMQ. The beans are lazy: an application that only sends needs no
 * producer.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RabbitTemplate.class)
@EnableConfigurationProperties(DelayQueueRabbitProperties.class)
class RabbitConfiguration {

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @ConditionalOnBean(ConnectionFactory.class)
    RabbitSimpleMessageProducer rabbitSimpleMessageProducer(
            @ForDelayQueue ObjectProvider<ConnectionFactory> marked,
            ObjectProvider<ConnectionFactory> all,
            RabbitRoute route,
            DelayQueueRabbitProperties rabbit,
            RedissonDelayProperties properties) {
        DispatchSettings settings = CoreSettings.dispatch(properties);
        DeliveryTime.require("RabbitMQ", settings);
        ConnectionFactory source = Candidates.one(marked, all);
        if (source == null) {
            throw new IllegalStateException("There is no ConnectionFactory");
        }
        return RabbitSimpleMessageProducer.from(source, route, rabbit.contentType(), settings.lease());
    }

    @Bean
    @Lazy
    @ConditionalOnBean(RabbitSimpleMessageProducer.class)
    BrokerTopics.Envelopes delayQueueRabbitEnvelopes(ObjectProvider<RabbitSimpleMessageProducer> producer) {
        return new BrokerTopics.Envelopes(Broker.RABBIT, new RabbitEnvelopeConsumer(producer::getObject));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(ConnectionFactory.class)
    static RabbitRoute delayQueueRabbitRoute(DelayQueueRabbitProperties properties) {
        Map<String, DelayQueueRabbitProperties.Route> routes = properties.routes();
        return RabbitRoute.byTopic(topic -> {
            DelayQueueRabbitProperties.Route route = routes.get(topic);
            if (route == null) {
                return new Address("", topic);
            }
            String key = route.routingKey();
            return new Address(route.exchange(), key == null ? topic : key);
        });
    }
}
