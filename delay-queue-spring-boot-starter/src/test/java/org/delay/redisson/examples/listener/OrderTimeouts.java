package org.delay.redisson.examples.listener;

import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.delay.redisson.listener.DelayQueueListener;
import org.springframework.stereotype.Component;

@Component
public class OrderTimeouts {

    private final Orders orders;

    public OrderTimeouts(Orders orders) {
        this.orders = orders;
    }

    // tag::listener[]
    @DelayQueueListener(topics = "order-timeout")
    void onTimeout(Order order) {
        orders.cancelIfUnpaid(order.id());
    }
    // end::listener[]
}
