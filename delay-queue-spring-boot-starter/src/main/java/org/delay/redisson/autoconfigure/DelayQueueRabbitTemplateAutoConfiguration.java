package org.delay.redisson.autoconfigure;

import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingRabbitTemplate;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitOperations;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.amqp.autoconfigure.RabbitTemplateConfigurer;
import org.springframework.boot.amqp.autoconfigure.RabbitTemplateCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * A {@code RabbitTemplate} that can send later, in place of Spring Boot's, where {@code delay.redisson.rabbit.intercept} is true.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration")
@ConditionalOnClass({RabbitTemplate.class, RabbitTemplateConfigurer.class})
@ConditionalOnFlag("delay.redisson.enable")
@ImportRuntimeHints(RabbitRuntimeHints.class)
public final class DelayQueueRabbitTemplateAutoConfiguration {

    /** With the settings that Spring Boot's own would have. */
    @Bean
    @ConditionalOnFlag(DelayQueueRabbitProperties.INTERCEPT)
    @ConditionalOnMissingBean(RabbitOperations.class)
    DelayingRabbitTemplate rabbitTemplate(
            RabbitTemplateConfigurer configurer,
            ConnectionFactory connections,
            ObjectProvider<RabbitTemplateCustomizer> customizers,
            ObjectProvider<DelayQueueMessage> queue) {
        DelayingRabbitTemplate template = new DelayingRabbitTemplate(connections, queue::getObject);
        configurer.configure(template, connections);
        customizers.orderedStream().forEach(customizer -> customizer.customize(template));
        return template;
    }

    @Bean
    @ConditionalOnFlag(DelayQueueRabbitProperties.INTERCEPT)
    static RabbitInterceptCheck delayQueueRabbitInterceptCheck(ListableBeanFactory beans) {
        return new RabbitInterceptCheck(beans);
    }
}
