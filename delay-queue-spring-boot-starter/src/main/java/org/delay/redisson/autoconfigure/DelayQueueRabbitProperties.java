package org.delay.redisson.autoconfigure;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How due messages are published to RabbitMQ, and how the application's own sends can be delayed.
 *
 * @param contentType Content type of the published messages.
 * @param intercept Whether the application's RabbitTemplate sends messages with the header 'x-delay' later.
 * @param routes Exchange and routing key of each topic. Without an entry, a message goes to the queue that has the topic's name.
 */
@ConfigurationProperties("delay.redisson.rabbit")
public record DelayQueueRabbitProperties(
        @DefaultValue("application/json") String contentType,
        boolean intercept,
        @DefaultValue Map<String, Route> routes) {

    static final String INTERCEPT = "delay.redisson.rabbit.intercept";

    /**
     * Where a topic's messages are published.
     *
     * @param exchange Exchange. If not set, the default exchange.
     * @param routingKey Routing key. If not set, the topic.
     */
    public record Route(
            @DefaultValue("") String exchange, @Nullable String routingKey) {}
}
