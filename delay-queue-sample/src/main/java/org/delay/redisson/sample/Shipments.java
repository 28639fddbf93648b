package org.delay.redisson.sample;

import java.time.Duration;
import java.time.Instant;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.DelayQueueMessageProducer;
import org.delay.redisson.OutgoingMessage;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Ships paid orders with a carrier that does not always answer. */
@Slf4j
@Service
@RequiredArgsConstructor
class Shipments {

    private final DelayQueueMessageProducer producer;
    private final Orders orders;
    private final Carrier carrier;
    private final SampleProperties properties;
    private final ApplicationEventPublisher events;

    void prepare(Order order) {
        send(new Shipment(order.id(), 1), properties.packing());
    }

    /** Schedules another call to the carrier. The message contains the number of the attempt. */
    void tryAgain(Shipment failed) {
        send(new Shipment(failed.orderId(), failed.attempt() + 1), properties.carrierPause());
    }

    /**
     * Calls the carrier, unless the order is already shipped.
     *
     * @throws CarrierBusyException if the carrier must be called again
     */
    void ship(Shipment shipment, Instant due) {
        String id = shipment.orderId();
        Arrived arrived = Arrived.now(Topics.SHIPMENT, id, due);
        orders.find(id).filter(order -> order.state() == OrderState.PAID).ifPresent(order -> {
            call(order, shipment.attempt());
            orders.change(id, OrderState.PAID, paid -> paid.with(OrderState.SHIPPED))
                    .ifPresent(shipped -> log.info(Words.of(shipped, "shipped", "call " + shipment.attempt())));
        });
        events.publishEvent(arrived);
    }

    private void call(Order order, int attempt) {
        try {
            carrier.fetch(order, attempt);
        } catch (CarrierBusyException e) {
            log.info(Words.of(order, "shipment", "call " + attempt + ": " + e.getMessage() + ", called again later"));
            throw e;
        }
    }

    private void send(Shipment shipment, Duration delay) {
        producer.sendMessage(OutgoingMessage.to(Topics.SHIPMENT)
                .id(shipment.messageId())
                .body(shipment)
                .delay(delay)
                .build());
    }
}
