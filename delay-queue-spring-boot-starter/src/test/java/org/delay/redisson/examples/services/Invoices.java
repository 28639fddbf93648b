package org.delay.redisson.examples.services;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Sends to both services. */
// tag::sender[]
@Component
public class Invoices {

    private final DelayQueueMessageProducer orders;
    private final DelayQueueMessageProducer billing;

    Invoices(DelayQueueMessageProducer orders, @Qualifier("billingProducer") DelayQueueMessageProducer billing) {
        this.orders = orders;
        this.billing = billing;
    }

    public void remindAndBill(String order) {
        orders.sendMessage("reminder", order, Duration.ofHours(2));
        billing.sendMessage("invoice", order, Duration.ofDays(1));
    }
}
// end::sender[]
