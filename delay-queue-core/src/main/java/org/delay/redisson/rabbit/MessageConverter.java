package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.DelayedMessage;
import org.delay.redisson.broker.DeliveryHeaders;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.Address;

/** Converts a delayed message to a persistent message of RabbitMQ. */
@RequiredArgsConstructor
final class MessageConverter {

    private static final int PERSISTENT = 2;

    /** In bytes; RabbitMQ's client refuses longer ones. */
    private static final int MAX_MESSAGE_ID = 255;

    private final RabbitRoute route;
    private final String contentType;

    boolean isByTopic() {
        return route.isByTopic();
    }

    AddressedMessage convert(DelayedMessage message) {
        Address address = route.addressOf(message);
        if (address == null || address.getExchangeName() == null || address.getRoutingKey() == null) {
            throw new IllegalStateException("The RabbitRoute returned no exchange or no routing key: " + address);
        }
        Map<String, Object> headers = new LinkedHashMap<>();
        DeliveryHeaders.forEach(message, headers::put);
        BasicProperties properties = new BasicProperties.Builder()
                .messageId(messageId(message))
                .contentType(contentType)
                .contentEncoding(StandardCharsets.UTF_8.name())
                .deliveryMode(PERSISTENT)
                .priority(message.priority())
                .timestamp(Date.from(message.claimTime()))
                .headers(headers)
                .build();
        return new AddressedMessage(message, address, properties, message.body().getBytes(StandardCharsets.UTF_8));
    }

    /** Null if the id is too long. Then only a header has it. */
    private static @Nullable String messageId(DelayedMessage message) {
        String id = message.id();
        return id.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE_ID ? id : null;
    }
}
