package org.delay.redisson.rabbit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.core.MessageProperties;

/** The delay of a message of RabbitMQ: the header {@code x-delay}, as RabbitMQ's delayed message exchange reads it. */
final class MessageDelay {

    static final String HEADER = MessageProperties.X_DELAY;

    private MessageDelay() {}

    /**
     * Null without a delay, or if it is not positive.
     *
     * @throws IllegalArgumentException naming the header and its value, if it is no number
     */
    static @Nullable Duration of(MessageProperties properties) {
        Object header = properties.getHeaders().get(HEADER);
        if (header == null) {
            return null;
        }
        long millis = header instanceof Number number ? number.longValue() : parsed(header.toString());
        return millis > 0 ? Duration.ofMillis(millis) : null;
    }

    private static long parsed(String text) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "header '" + HEADER + "' must be a number of milliseconds, but is '" + text + "'", e);
        }
    }
}
