package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.Headers;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Receives shipments from Kafka when they are due. A failed call is repeated by a delayed message. If the listener
 * waited or threw an exception, all orders behind this one would wait too.
 */
@Component
@Profile("!plain & !rabbit")
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
