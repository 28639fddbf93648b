package org.delay.redisson.examples.kafka;

import java.time.Duration;
import java.time.Instant;
import org.delay.redisson.Headers;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** Looks at the headers of what it gets. */
@Component
class Offers {

    private final Orders orders;

    Offers(Orders orders) {
        this.orders = orders;
    }

    // tag::headers[]
    @KafkaListener(topics = "offer")
    void onOffer(Order order, @Header(Headers.ID) String id, @Header(Headers.DUE_TIME) String dueTime) {
        Duration late = Duration.between(Headers.dueTime(dueTime), Instant.now());
        orders.offer(order, id, late);
    }
    // end::headers[]
}
