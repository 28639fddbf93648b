package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.Headers;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Takes shipments from Kafka when they are due. A call that fails is tried again by a delayed message: a listener that
 * waits, or throws, would keep all orders behind this one waiting too.
 */
@Component
@Profile("!plain")
@RequiredArgsConstructor
class DueShipments {

    private final Shipments shipments;

    @KafkaListener(topics = Topics.SHIPMENT)
    void onShipment(Shipment shipment, @Header(Headers.DUE_TIME) String dueTime) {
        try {
            shipments.ship(shipment, Headers.dueTime(dueTime));
        } catch (CarrierBusyException e) {
            shipments.tryAgain(shipment);
        }
    }
}
