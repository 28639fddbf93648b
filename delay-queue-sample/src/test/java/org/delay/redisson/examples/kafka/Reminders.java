package org.delay.redisson.examples.kafka;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.delay.redisson.CancelResult;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.Headers;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.Receipt;
import org.delay.redisson.RescheduleResult;
import org.delay.redisson.examples.Order;
import org.delay.redisson.examples.Orders;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Service;

/** Messages with ids of the application's own. */
@Service
public class Reminders {

    private final DelayQueueMessageProducer producer;
    private final Orders orders;

    /** In earnest a table with a unique column, written in the transaction of the work. */
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    Reminders(DelayQueueMessageProducer producer, Orders orders) {
        this.producer = producer;
        this.orders = orders;
    }

    public Receipt remindTomorrow(Order order) {
        // tag::keep[]
        return producer.sendMessage(OutgoingMessage.to("reminder")
                .id(order.id())
                .body(order)
                .delay(Duration.ofDays(1))
                .onDuplicate(OnDuplicate.KEEP)
                .build());
        // end::keep[]
    }

    public CancelResult paid(String orderId) {
        // tag::cancel[]
        return producer.cancel("reminder", orderId);
        // end::cancel[]
    }

    public RescheduleResult remindAfter(String orderId, Duration delay) {
        // tag::reschedule[]
        return producer.reschedule("reminder", orderId, delay);
        // end::reschedule[]
    }

    // tag::idempotent[]
    @KafkaListener(topics = "reminder")
    void onReminder(Order order, @Header(Headers.ID) String id) {
        if (done.add(id)) {
            orders.remind(order);
        }
    }
    // end::idempotent[]
}
