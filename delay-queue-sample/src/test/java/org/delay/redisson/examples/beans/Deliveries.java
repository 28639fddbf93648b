package org.delay.redisson.examples.beans;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Component;

/** Remembers what came. */
@Component
class Deliveries extends DelayQueueMessageConsumer {

    final Queue<String> bodies = new ConcurrentLinkedQueue<>();

    final Queue<Order> orders = new ConcurrentLinkedQueue<>();

    // tag::message[]
    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        for (DelayedMessage message : messages) {
            bodies.add(message.body());
            orders.add(read(message, Order.class));
        }
    }
    // end::message[]
}
