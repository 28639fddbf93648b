package org.delay.redisson.sample;

import lombok.RequiredArgsConstructor;
import org.delay.redisson.Headers;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** Receives reminders from Kafka when they are due. */
@Component
@Profile("!plain & !rabbit")
@RequiredArgsConstructor
class DueReminders {

    private final Reminders reminders;

    @KafkaListener(topics = Topics.PAYMENT_REMINDER)
    void onReminder(PaymentReminder reminder, @Header(Headers.DUE_TIME) String dueTime) {
        reminders.remind(reminder, Headers.dueTime(dueTime));
    }
}
