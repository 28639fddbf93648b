package org.delay.redisson.examples.listener;

import java.util.List;
import java.util.Map;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.Headers;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.listener.Header;
import org.springframework.stereotype.Component;

@Component
public class Reminders {

    private final Orders orders;

    public Reminders(Orders orders) {
        this.orders = orders;
    }

    // tag::listener-parameters[]
    @DelayQueueListener(topics = "reminder")
    void remind(
            Order order,
            @Header("tenant") String tenant,
            @Header(Headers.ATTEMPT) int attempt,
            @Header Map<String, String> headers,
            DelayedMessage message) {
        orders.remind(tenant, List.of(order));
    }
    // end::listener-parameters[]

    // tag::listener-batch[]
    @DelayQueueListener(topics = "bulk-reminder", batch = "50")
    void remindAll(List<Order> due, List<DelayedMessage> messages) {
        orders.remind("all", due);
    }
    // end::listener-batch[]

    // tag::listener-attributes[]
    @DelayQueueListener(
            topics = "${shop.payment-topics:payment-check, refund-check}",
            concurrency = "2",
            maxAttempts = "5",
            retryDelay = "10s",
            retryMultiplier = "3",
            retryMaxDelay = "5m",
            retryJitter = "0")
    void check(Order order) {
        throw new IllegalStateException("The bank does not answer");
    }
    // end::listener-attributes[]

    @ShopListener("order-archived")
    void archived() {
        orders.remind("archive", List.of());
    }
}
