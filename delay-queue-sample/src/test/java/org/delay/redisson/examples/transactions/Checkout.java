package org.delay.redisson.examples.transactions;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.examples.Order;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;

/** Sends when the transaction has committed, and not at all when it rolls back. */
@Service
public class Checkout {

    record OrderPlaced(Order order) {}

    private final ApplicationEventPublisher events;
    private final DelayQueueMessageProducer producer;
    private final Table table;

    Checkout(ApplicationEventPublisher events, DelayQueueMessageProducer producer, Table table) {
        this.events = events;
        this.producer = producer;
        this.table = table;
    }

    // tag::after-commit[]
    @Transactional
    public void place(Order order) {
        table.insert(order);
        events.publishEvent(new OrderPlaced(order));
    }

    @TransactionalEventListener
    void schedule(OrderPlaced placed) {
        producer.sendMessage(OutgoingMessage.to("order-timeout")
                .id(placed.order().id())
                .body(placed.order())
                .delay(Duration.ofMinutes(30))
                .build());
    }
    // end::after-commit[]
}
