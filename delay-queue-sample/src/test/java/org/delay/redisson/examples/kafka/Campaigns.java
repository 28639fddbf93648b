package org.delay.redisson.examples.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.delay.redisson.DelayQueueException.OutcomeUnknown;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;
import org.delay.redisson.examples.Order;
import org.springframework.stereotype.Service;

/** What a send can say. */
@Service
public class Campaigns {

    private final DelayQueueMessageProducer producer;

    Campaigns(DelayQueueMessageProducer producer) {
        this.producer = producer;
    }

    public Receipt announce(Order order, Instant opening) {
        // tag::at[]
        return producer.sendMessageAt("reminder", order, opening);
        // end::at[]
    }

    public Receipt offer(Order order) {
        // tag::options[]
        return producer.sendMessage(OutgoingMessage.to("reminder")
                .body(order)
                .delay(Duration.ofHours(2))
                .priority(9)
                .timeToLive(Duration.ofMinutes(15))
                .key(order.id())
                .header("campaign", "spring")
                .build());
        // end::options[]
    }

    // tag::bulk[]
    public List<Receipt> remindAll(Collection<Order> orders) {
        return producer.sendMessages(orders.stream().map(this::reminder).toList());
    }

    private OutgoingMessage reminder(Order order) {
        return OutgoingMessage.to("reminder")
                .id(order.id())
                .body(order)
                .delay(Duration.ofDays(1))
                .build();
    }
    // end::bulk[]

    // tag::unknown[]
    public Receipt remindReliably(Order order) {
        OutgoingMessage reminder = reminder(order);
        try {
            return producer.sendMessage(reminder);
        } catch (OutcomeUnknown e) {
            return producer.sendMessage(reminder);
        }
    }
    // end::unknown[]
}
