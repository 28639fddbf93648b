package org.delay.redisson.examples.services;

import org.delay.redisson.BodyConverter;
import org.delay.redisson.DelayQueueMessage;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.engine.DispatchEngine;
import org.delay.redisson.redis.RedissonDelayQueue;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of a second service. */
// tag::beans[]
@Configuration
public class Billing {

    @Bean(defaultCandidate = false)
    DelayQueueMessage billingQueue(RedissonClient client, BodyConverter converter) {
        return RedissonDelayQueue.on(client)
                .service("billing")
                .bodyConverter(converter)
                .build();
    }

    @Bean(defaultCandidate = false)
    DelayQueueMessageProducer billingProducer(@Qualifier("billingQueue") DelayQueueMessage queue) {
        return new DelayQueueMessageProducer(queue);
    }
    // end::beans[]

    // tag::dispatch[]
    @Bean
    BillingDispatch billingDispatch(@Qualifier("billingQueue") DelayQueueMessage queue, BodyConverter converter) {
        return new BillingDispatch(DispatchEngine.builder(queue, new InvoiceConsumer())
                .converter(converter)
                .build());
    }
    // end::dispatch[]
}
