package org.delay.redisson.sample;

import java.time.Instant;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.Headers;
import org.delay.redisson.listener.DelayQueueListener;
import org.delay.redisson.rabbit.DelayingMessageRecoverer;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.context.annotation.Profile;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** The variant with RabbitMQ. Queues have the names of the topics. Invoices do not go there: they have a listener method of their own. */
@Component
@Profile("rabbit")
@RequiredArgsConstructor
class RabbitMessages {

    private final OrderService orders;
    private final Reminders reminders;
    private final Shipments shipments;
    private final PlainAccounting accounting;

    @RabbitListener(queues = Topics.ORDER_TIMEOUT)
    void onTimeout(OrderTimeout timeout, @Header(Headers.DUE_TIME) String dueTime) {
        orders.timeOut(timeout, Headers.dueTime(dueTime));
    }

    @RabbitListener(queues = Topics.PAYMENT_REMINDER)
    void onReminder(PaymentReminder reminder, @Header(Headers.DUE_TIME) String dueTime) {
        reminders.remind(reminder, Headers.dueTime(dueTime));
    }

    /** Throws an exception while the carrier is busy. The message comes back after a pause ({@link RabbitSetup#tryAgainLater}). */
    @RabbitListener(queues = Topics.SHIPMENT)
    void onShipment(
            Shipment shipment,
            @Header(Headers.DUE_TIME) String dueTime,
            @Header(name = DelayingMessageRecoverer.FAILURES, required = false) @Nullable Integer failures) {
        int attempt = failures == null ? 1 : failures + 1;
        shipments.ship(new Shipment(shipment.orderId(), attempt), Headers.dueTime(dueTime));
    }

    @DelayQueueListener(topics = Topics.INVOICE)
    void onInvoice(Invoice invoice, @Header(Headers.DUE_TIME) Instant dueTime) {
        accounting.take(invoice, dueTime);
    }
}
