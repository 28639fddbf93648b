package org.delay.redisson.examples.rabbit;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.examples.Order;
import org.delay.redisson.rabbit.DelayingRabbitTemplate;
import org.springframework.amqp.rabbit.core.RabbitTemplate;

/** Sends as for RabbitMQ's delayed message exchange, and cancels, which that could not. */
@RequiredArgsConstructor
class DelayedOrders {

    private final RabbitTemplate rabbit;
    private final DelayQueueMessageProducer producer;
    private final Duration timeout;

    // tag::send[]
    void timeOutLater(Order order) {
        rabbit.convertAndSend("orders", "timeout", order, message -> {
            message.getMessageProperties().setMessageId(order.id());
            message.getMessageProperties().setDelayLong(timeout.toMillis());
            return message;
        });
    }
    // end::send[]

    // tag::cancel[]
    CancelResult paid(Order order) {
        return producer.cancel(DelayingRabbitTemplate.delayTopic("orders"), order.id());
    }
    // end::cancel[]
}
