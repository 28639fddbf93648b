package org.delay.redisson.examples.kafka;

import java.util.concurrent.TimeUnit;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Receipt;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Service;

// tag::send[]
@Service
public class OrderService {

    private final DelayQueueMessageProducer producer;

    OrderService(DelayQueueMessageProducer producer) {
        this.producer = producer;
    }

    public Receipt place(Order order) {
        return producer.sendMessage("order-timeout", order, 30, TimeUnit.MINUTES);
    }
}
// end::send[]
