package org.delay.redisson.sample;

import java.time.Duration;
import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.Headers;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Profile;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/** Thanks customers some time after they have paid, with code that was written for RabbitMQ's delayed message exchange. */
@Slf4j
@Component
@Profile("rabbit")
@RequiredArgsConstructor
class Thanks {

    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final RabbitTemplate rabbit;
    private final ApplicationEventPublisher events;

    void sendLater(Order order) {
        rabbit.convertAndSend(Topics.THANKS, order, message -> {
            message.getMessageProperties().setDelayLong(PAUSE.toMillis());
            return message;
        });
        log.info(Words.of(order, "thanks", "sent by RabbitTemplate with x-delay " + PAUSE.toMillis()));
    }

    @RabbitListener(queues = Topics.THANKS)
    void onThanks(Order order, @Header(Headers.DUE_TIME) String dueTime) {
        Arrived arrived = Arrived.now(Topics.THANKS, order.id(), Headers.dueTime(dueTime));
        log.info(Words.of(order, "thanked", arrived.late()));
        events.publishEvent(arrived);
    }
}
