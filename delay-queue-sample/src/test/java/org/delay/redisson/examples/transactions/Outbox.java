package org.delay.redisson.examples.transactions;

import java.time.Duration;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sends what is committed, even if the application dies right after the commit. */
@Service
public class Outbox {

    private final DelayQueueMessageProducer producer;
    private final Table table;

    Outbox(DelayQueueMessageProducer producer, Table table) {
        this.producer = producer;
        this.table = table;
    }

    // tag::outbox[]
    @Transactional
    public void place(Order order) {
        table.insert(order);
        table.insertIntoOutbox(order);
    }

    /** Called every second, by {@code @Scheduled} for example. */
    public void sendWhatIsUnsent() {
        for (Order order : table.outbox()) {
            producer.sendMessage(OutgoingMessage.to("order-timeout")
                    .id(order.id())
                    .body(order)
                    .delay(Duration.ofMinutes(30))
                    .onDuplicate(OnDuplicate.KEEP)
                    .build());
            table.deleteFromOutbox(order);
        }
    }
    // end::outbox[]
}
