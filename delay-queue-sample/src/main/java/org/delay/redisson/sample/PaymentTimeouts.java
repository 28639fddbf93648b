package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.Headers;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Receives timeouts from Kafka when they are due. One may arrive for an order that was paid (the cancel returned IN_FLIGHT
 * then), and it may arrive twice: the order's state decides.
 */
@Component
@Profile("!plain & !rabbit")
@RequiredArgsConstructor
class PaymentTimeouts {

    private final OrderService service;

    @KafkaListener(topics = Topics.ORDER_TIMEOUT)
    void onTimeout(OrderTimeout timeout, @Header(Headers.DUE_TIME) String dueTime) {
        service.timeOut(timeout, Headers.dueTime(dueTime));
    }
}
