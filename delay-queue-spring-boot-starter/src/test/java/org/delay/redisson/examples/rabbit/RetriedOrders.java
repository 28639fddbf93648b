package org.delay.redisson.examples.rabbit;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.backoff.ExponentialBackOff;

@Configuration(proxyBeanMethods = false)
class RetriedOrders {

    // tag::retries[]
    @Bean
    DelayingMessageRecoverer recoverer(RabbitTemplate rabbit, ObjectProvider<DelayQueueMessage> queue) {
        ExponentialBackOff backOff =
                new ExponentialBackOff(Duration.ofMinutes(1).toMillis(), 4);
        backOff.setMaxInterval(Duration.ofDays(1).toMillis());
        backOff.setMaxAttempts(8);
        return new DelayingMessageRecoverer(rabbit, "failed-orders", "failed", backOff, queue::getObject);
    }
    // end::retries[]
}
