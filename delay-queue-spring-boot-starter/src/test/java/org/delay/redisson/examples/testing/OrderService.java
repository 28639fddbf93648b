package org.delay.redisson.examples.testing;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.examples.Order;

class OrderService {

    private final DelayQueueMessageProducer producer;

    OrderService(DelayQueueMessageProducer producer) {
        this.producer = producer;
    }

    void place(Order order) {
        producer.sendMessage(OutgoingMessage.to("order-timeout")
                .id(order.id())
                .body(order)
                .header("tenant", "blue")
                .delay(Duration.ofMinutes(30))
                .build());
    }

    void paid(String id) {
        producer.cancel("order-timeout", id);
    }

    void checkPayment(Order order) {
        producer.sendMessage("payment-check", order, Duration.ZERO);
    }
}
