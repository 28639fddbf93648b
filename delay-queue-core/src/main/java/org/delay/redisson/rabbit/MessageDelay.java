package org.delay.redisson.rabbit;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
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
        long millis = header instanceof Number number
                ? number.longValue()
                : parsed(
                        header instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : header.toString());
        return millis > 0 ? Duration.ofMillis(millis) : null;
    }

    /** The plugin reads decimals too. One that is longer than a {@code long} is refused later, as any delay that is too long. */
    private static long parsed(String text) {
        try {
            return new BigDecimal(text.trim())
                    .max(BigDecimal.ZERO)
                    .min(BigDecimal.valueOf(Long.MAX_VALUE))
                    .longValue();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "header '" + HEADER + "' must be a number of milliseconds, but is '" + text
                            + "'; the message was not sent",
                    e);
        }
    }
}
