package org.delay.redisson.examples.kafka;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Service;

/** What answers say. */
@Service
public class Receipts {

    private final DelayQueueMessageProducer producer;

    Receipts(DelayQueueMessageProducer producer) {
        this.producer = producer;
    }

    public CancelResult changeMind(Order order) {
        // tag::send-and-cancel[]
        Receipt receipt = producer.sendMessage("order-timeout", order, 30, TimeUnit.MINUTES);
        CancelResult result = producer.cancel("order-timeout", receipt.id());
        // end::send-and-cancel[]
        return result;
    }

    public boolean isNew(OutgoingMessage message) {
        // tag::receipt[]
        Receipt receipt = producer.sendMessage(message);
        return switch (receipt.outcome()) {
            case SCHEDULED, REPLACED, REPLACED_IN_FLIGHT -> true;
            case KEPT, KEPT_IN_FLIGHT, RECORDED -> false;
        };
        // end::receipt[]
    }

    public boolean willNotArrive(Receipt receipt) {
        // tag::cancel-receipt[]
        CancelResult result = producer.cancel(receipt.topic(), receipt.id());
        return result == CancelResult.CANCELLED;
        // end::cancel-receipt[]
    }

    public boolean postponed(Receipt receipt, Duration time) {
        // tag::reschedule-receipt[]
        RescheduleResult result = producer.reschedule(receipt.topic(), receipt.id(), time);
        return result == RescheduleResult.RESCHEDULED;
        // end::reschedule-receipt[]
    }
}
