package org.delay.redisson.examples.plain;

import java.util.List;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.springframework.stereotype.Component;

// tag::consume[]
@Component
class OrderTimeouts extends DelayQueueMessageConsumer {

    private final Orders orders;

    OrderTimeouts(Orders orders) {
        this.orders = orders;
    }

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        for (DelayedMessage message : messages) {
            orders.cancelIfUnpaid(read(message, Order.class));
        }
    }
}
// end::consume[]
