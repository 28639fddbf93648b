package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.nio.charset.StandardCharsets;
import org.delay.redisson.DelayedMessage;
import org.springframework.amqp.core.Address;

/** A message as it is published. */
record AddressedMessage(DelayedMessage message, Address address, BasicProperties properties) {

    String exchange() {
        return address.getExchangeName();
    }

    byte[] body() {
        return message.body().getBytes(StandardCharsets.UTF_8);
    }

    String routingKey() {
        return address.getRoutingKey();
    }
}
