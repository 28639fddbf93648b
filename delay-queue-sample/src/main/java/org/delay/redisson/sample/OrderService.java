package org.delay.redisson.sample;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Handles orders and the time limit for their payment. */
@Slf4j
@Service
@RequiredArgsConstructor
class OrderService {

    private final DelayQueueMessageProducer producer;
    private final Orders orders;
    private final Reminders reminders;
    private final Shipments shipments;
    private final Invoices invoices;
    private final ApplicationEventPublisher events;

    /** Sends the timeout before it stores the order, so no order exists without a timeout that cancels it. */
    Order place(String item, BigDecimal price, Duration timeToPay) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        Order order = new Order(id, item, price, Instant.now(), OrderState.OPEN, 0, false);
        Receipt receipt = producer.sendMessage(OutgoingMessage.to(Topics.ORDER_TIMEOUT)
                .id(id)
                .body(new OrderTimeout(id))
                .delay(timeToPay)
                .build());
        orders.add(order);
        log.info(Words.of(order, "placed", "to be paid by " + Words.time(receipt.dueTime())));
        return order;
    }

    Order pay(String id) {
        Order order = orders.change(id, OrderState.OPEN, open -> open.with(OrderState.PAID))
                .orElseThrow(() -> notOpen(id));
        // IN_FLIGHT is no problem: when the timeout arrives, the order is already paid.
        CancelResult result = producer.cancel(Topics.ORDER_TIMEOUT, id);
        log.info(Words.of(order, "paid", "timeout " + result));
        reminders.cancel(order);
        shipments.prepare(order);
        invoices.send(order);
        return order;
    }

    void remind(String id) {
        reminders.remindLater(open(id));
    }

    Order giveMoreTime(String id, Duration time) {
        Order order = open(id);
        RescheduleResult result = producer.reschedule(Topics.ORDER_TIMEOUT, id, time);
        log.info(Words.of(order, "more time", "timeout " + result + ", due in " + time.toSeconds() + " s"));
        if (result != RescheduleResult.RESCHEDULED) {
            throw new OrderProblem.Conflict("It is too late: the timeout of order " + id + " is on its way.");
        }
        return order;
    }

    /** The time to pay is over. The order may already be paid or cancelled. */
    void timeOut(OrderTimeout timeout, Instant due) {
        Arrived arrived = Arrived.now(Topics.ORDER_TIMEOUT, timeout.orderId(), due);
        orders.change(timeout.orderId(), OrderState.OPEN, open -> open.with(OrderState.CANCELLED))
                .ifPresent(order -> {
                    reminders.cancel(order);
                    log.info(Words.of(order, "cancelled", "not paid in time; " + arrived.late()));
                });
        events.publishEvent(arrived);
    }

    private Order open(String id) {
        return orders.find(id).filter(order -> order.state() == OrderState.OPEN).orElseThrow(() -> notOpen(id));
    }

    private OrderProblem notOpen(String id) {
        return orders.find(id)
                .<OrderProblem>map(order -> new OrderProblem.Conflict(
                        "Order " + id + " is " + order.state().name().toLowerCase(Locale.ROOT) + "."))
                .orElseGet(() -> new OrderProblem.NotFound("order", id));
    }
}
