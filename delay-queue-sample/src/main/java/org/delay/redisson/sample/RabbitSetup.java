package org.delay.redisson.sample;

import java.util.stream.Stream;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.converter.JacksonJsonMessageConverter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.databind.json.JsonMapper;

/** The usual parts of a RabbitMQ application: its queues, JSON, and what becomes of messages whose listener fails. */
@Configuration(proxyBeanMethods = false)
@Profile("rabbit")
class RabbitSetup {

    private static final String FAILED = "failed";
    private static final int RETRIES = 10;

    @Bean
    static Declarables queues() {
        return new Declarables(
                Stream.of(Topics.ORDER_TIMEOUT, Topics.PAYMENT_REMINDER, Topics.SHIPMENT, Topics.THANKS, FAILED)
                        .map(Queue::new)
                        .toList());
    }

    @Bean
    static JacksonJsonMessageConverter json(JsonMapper mapper) {
        return new JacksonJsonMessageConverter(mapper);
    }

    /** The message waits in the delay queue, and its RabbitMQ queue goes on meanwhile. */
    @Bean
    static DelayingMessageRecoverer tryAgainLater(
            RabbitTemplate rabbit, ObjectProvider<DelayQueueMessage> queue, SampleProperties properties) {
        FixedBackOff backOff = new FixedBackOff(properties.carrierPause().toMillis(), RETRIES);
        return new DelayingMessageRecoverer(rabbit, "", FAILED, backOff, queue::getObject);
    }
}
