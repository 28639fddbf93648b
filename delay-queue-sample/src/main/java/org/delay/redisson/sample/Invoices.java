package org.delay.redisson.sample;

import java.time.Instant;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Sends invoices to accounting, and records when accounting has received one. */
@Slf4j
@Service
@RequiredArgsConstructor
class Invoices {

    private static final String TERMS = "Payable at once. Goods remain ours until they are paid. ";

    /** Padding that makes an invoice longer than accounting accepts at first. */
    private static final int TIMES = 30;

    private final DelayQueueMessageProducer producer;
    private final Orders orders;
    private final SampleProperties properties;
    private final ApplicationEventPublisher events;

    void send(Order order) {
        String text = "%s: %s. %s".formatted(order.item(), order.price(), TERMS.repeat(TIMES));
        producer.sendMessage(OutgoingMessage.to(Topics.INVOICE)
                .id(order.id())
                .body(new Invoice(order.id(), order.price(), text))
                .delay(properties.billing())
                .build());
    }

    void received(Invoice invoice, Instant due) {
        Arrived arrived = Arrived.now(Topics.INVOICE, invoice.orderId(), due);
        orders.change(invoice.orderId(), Order::withInvoice)
                .ifPresent(order -> log.info(Words.of(order, "invoiced", "accounting has the invoice")));
        events.publishEvent(arrived);
    }
}
