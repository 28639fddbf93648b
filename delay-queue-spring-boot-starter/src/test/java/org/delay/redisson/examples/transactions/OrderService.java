package org.delay.redisson.examples.transactions;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.examples.Order;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** With {@code delay.redisson.transaction=after-commit}. */
class OrderService {

    private final JdbcTemplate orders;
    private final DelayQueueMessageProducer producer;

    OrderService(JdbcTemplate orders, DelayQueueMessageProducer producer) {
        this.orders = orders;
        this.producer = producer;
    }

    // tag::transactional-send[]
    @Transactional
    public void place(Order order) {
        orders.update("insert into orders values (?, 'new')", order.id());
        producer.sendMessage(OutgoingMessage.to("order-timeout")
                .id(order.id())
                .body(order)
                .delay(Duration.ofMinutes(30))
                .build());
    }

    @Transactional
    public void pay(String id) {
        orders.update("update orders set state = 'paid' where id = ?", id);
        producer.cancel("order-timeout", id);
    }
    // end::transactional-send[]
}
