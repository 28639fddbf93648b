package org.delay.redisson.sample;

import java.time.Instant;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayQueueMessageConsumer;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.PermanentFailure;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The variant without Kafka. It receives all messages when they are due, one at a time. The queue retries failed messages with
 * a growing back-off, until they become dead letters.
 */
@Component
@Profile("plain")
@RequiredArgsConstructor
class DueMessages extends DelayQueueMessageConsumer {

    private final OrderService orders;
    private final Reminders reminders;
    private final Shipments shipments;
    private final PlainAccounting accounting;

    @Override
    protected void processMessages(String topic, List<DelayedMessage> messages) {
        messages.forEach(this::process);
    }

    private void process(DelayedMessage message) {
        Instant due = message.dueTime();
        switch (message.topic()) {
            case Topics.ORDER_TIMEOUT -> orders.timeOut(read(message, OrderTimeout.class), due);
            case Topics.PAYMENT_REMINDER -> reminders.remind(read(message, PaymentReminder.class), due);
            case Topics.SHIPMENT -> shipments.ship(shipment(message), due);
            case Topics.INVOICE -> accounting.take(read(message, Invoice.class), due);
            default -> throw new PermanentFailure("Nobody here knows topic " + message.topic());
        }
    }

    /** Without Kafka, the queue counts the attempts. */
    private Shipment shipment(DelayedMessage message) {
        return new Shipment(read(message, Shipment.class).orderId(), message.attempt());
    }
}
