package org.delay.redisson.examples.transactions;

import java.util.ArrayList;
import java.util.List;
import org.delay.redisson.DelayQueueException.FailedAfterCommit;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.examples.Order;

/** Calls the service, and keeps what could not be sent. */
class Shop {

    private final OrderService service;
    private final List<OutgoingMessage> toSendLater = new ArrayList<>();

    Shop(OrderService service) {
        this.service = service;
    }

    // tag::failed-after-commit[]
    void order(Order order) {
        try {
            service.place(order);
        } catch (FailedAfterCommit e) {
            toSendLater.addAll(e.unsent()); // the order itself is committed
        }
    }
    // end::failed-after-commit[]

    List<OutgoingMessage> toSendLater() {
        return toSendLater;
    }
}
