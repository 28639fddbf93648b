package org.delay.redisson.rabbit;

import java.util.function.Function;
import org.delay.redisson.DelayedMessage;
import org.springframework.amqp.core.Address;

/**
 * Chooses the exchange and the routing key of a due message. The default is {@link #QUEUE_OF_TOPIC}; declare a bean of this type
 * to change it:
 *
 * <pre>{@code
 * @Bean
 * RabbitRoute route() {
 *     return message ->
 *             new Address("orders", "country." + message.headers().get("country"));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface RabbitRoute {

    /** The queue that has the topic's name, through the default exchange. */
    RabbitRoute QUEUE_OF_TOPIC = byTopic(topic -> new Address("", topic));

    /**
     * A route that depends only on the topic. If RabbitMQ refuses a message, its whole topic waits, which costs less than looking
     * at each of its messages.
     */
    static RabbitRoute byTopic(Function<String, Address> addresses) {
        return new RabbitRoute() {
            @Override
            public Address addressOf(DelayedMessage message) {
                return addresses.apply(message.topic());
            }

            @Override
            public boolean isByTopic() {
                return true;
            }
        };
    }

    /**
     * Returns the message's exchange and routing key. Called by several threads at once, and again for each attempt. If it
     * throws, the message's attempt has failed.
     */
    Address addressOf(DelayedMessage message);

    /** Whether all messages of a topic have the same address. If so, and RabbitMQ refuses one, the topic waits. */
    default boolean isByTopic() {
        return false;
    }
}
