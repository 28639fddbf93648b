package org.delay.redisson.examples.kafka;

import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

@Component
class OrderTimeouts {

    private final Orders orders;

    OrderTimeouts(Orders orders) {
        this.orders = orders;
    }

    // tag::listen[]
    @KafkaListener(topics = "order-timeout")
    void onTimeout(Order order) {
        orders.cancelIfUnpaid(order);
    }
    // end::listen[]
}
