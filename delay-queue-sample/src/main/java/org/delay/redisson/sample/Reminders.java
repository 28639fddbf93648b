package org.delay.redisson.sample;

import java.time.Instant;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/**
 * Reminds customers who have been inactive for a while. Each visit restarts the period: the new message replaces the
 * waiting one, because it has the same id.
 */
@Slf4j
@Service
@RequiredArgsConstructor
class Reminders {

    private final DelayQueueMessageProducer producer;
    private final Orders orders;
    private final SampleProperties properties;
    private final ApplicationEventPublisher events;

    void remindLater(Order order) {
        Receipt receipt = producer.sendMessage(OutgoingMessage.to(Topics.PAYMENT_REMINDER)
                .id(order.id())
                .body(new PaymentReminder(order.id()))
                .delay(properties.reminderPause())
                .onDuplicate(OnDuplicate.REPLACE)
                .build());
        log.info(Words.of(order, "reminder", receipt.outcome() + ", due " + Words.time(receipt.dueTime())));
    }

    void cancel(Order order) {
        CancelResult result = producer.cancel(Topics.PAYMENT_REMINDER, order.id());
        if (result != CancelResult.NOT_FOUND) {
            log.info(Words.of(order, "reminder", result.toString()));
        }
    }

    /** The period is over. A customer who has paid by now needs no reminder. */
    void remind(PaymentReminder reminder, Instant due) {
        Arrived arrived = Arrived.now(Topics.PAYMENT_REMINDER, reminder.orderId(), due);
        orders.change(reminder.orderId(), OrderState.OPEN, Order::remindedOnceMore)
                .ifPresent(order -> log.info(Words.of(order, "reminded", arrived.late())));
        events.publishEvent(arrived);
    }
}
