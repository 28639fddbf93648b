package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.time.Instant;
import java.util.Map;
import org.delay.redisson.DelayedMessage;
import org.springframework.amqp.core.Address;

/** Messages of which only the address matters. */
final class AddressedMessages {

    private AddressedMessages() {}

    static AddressedMessage message(String exchange, String key) {
        return new AddressedMessage(
                new DelayedMessage("topic", "id", "body", null, Map.of(), Instant.EPOCH, 0, 1),
                new Address(exchange, key),
                new BasicProperties(),
                new byte[0]);
    }
}
