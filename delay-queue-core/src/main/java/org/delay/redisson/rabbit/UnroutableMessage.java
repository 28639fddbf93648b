package org.delay.redisson.rabbit;

/** RabbitMQ has no queue for a message. A later attempt succeeds once somebody has declared or bound it. */
final class UnroutableMessage extends RuntimeException {

    private UnroutableMessage(String message) {
        super(message);
    }

    static UnroutableMessage noQueue(AddressedMessage message) {
        return new UnroutableMessage(
                message.exchange().isEmpty()
                        ? "RabbitMQ has no queue '" + message.routingKey()
                                + "': declare it (in a Spring application with a Queue bean)"
                        : "RabbitMQ has no queue for exchange '" + message.exchange() + "' and routing key '"
                                + message.routingKey() + "': bind one (in a Spring application with a Binding bean)");
    }
}
