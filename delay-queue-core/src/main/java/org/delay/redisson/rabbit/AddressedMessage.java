package org.delay.redisson.rabbit;

import com.rabbitmq.client.AMQP.BasicProperties;
import org.delay.redisson.DelayedMessage;
import org.springframework.amqp.core.Address;

/** A message as it is published. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record AddressedMessage(DelayedMessage message, Address address, BasicProperties properties, byte[] body) {

    String exchange() {
        return address.getExchangeName();
    }

    String routingKey() {
        return address.getRoutingKey();
    }
}
