package org.delay.redisson.sample;

import java.time.Duration;
import java.time.Instant;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Headers;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** Takes timeouts from Kafka when they are due. */
@Slf4j
@Component
@RequiredArgsConstructor
class PaymentTimeouts {

    private final Orders orders;
    private final ApplicationEventPublisher events;

    @KafkaListener(topics = "order-timeout")
    void onTimeout(Order order, @Header(Headers.DUE_TIME) String dueTime) {
        Instant due = Instant.parse(dueTime);
        Instant arrived = Instant.now();
        Duration late = Duration.between(due, arrived);
        // It may arrive for an order that was paid (the cancel answered IN_FLIGHT then), and it may arrive twice.
        boolean wasOpen = orders.giveUp(order);
        log.info(
                "{} {}   timeout due {}, arrived {}: {} ms late",
                Words.name(order),
                wasOpen ? "given up" : "no change",
                Words.time(due),
                Words.time(arrived),
                late.toMillis());
        if (wasOpen) {
            events.publishEvent(new OrderGivenUp(order, late));
        }
    }
}
