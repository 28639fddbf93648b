package org.delay.redisson;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as its receiver gets it. Immutable.
 *
 * <pre>{@code
 * @Override
 * protected void processMessages(String topic, List<DelayedMessage> messages) {
 *     for (DelayedMessage message : messages) {
 *         bodies.add(message.body());
 *         orders.add(read(message, Order.class));
 *     }
 * }
 * }</pre>
 *
 * @param id the same at every redelivery of the message, so that a receiver can drop duplicates
 * @param body the text that was sent; {@link DelayQueueMessageConsumer#read} converts it to an object
 * @param key the key that was sent, or null
 * @param headers the headers that were sent
 * @param dueTime when the message was first due, by Redis's clock
 * @param priority 0 to 9
 * @param attempt the number of this delivery, starting at 1; earlier deliveries failed, or their receiver crashed
 * @param claimTime when it was claimed for this delivery, by Redis's clock
 */
public record DelayedMessage(
        String topic,
        String id,
        String body,
        @Nullable String key,
        Map<String, String> headers,
        Instant dueTime,
        int priority,
        int attempt,
        Instant claimTime) {

    public DelayedMessage {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A message that has not been claimed yet: its claim time is its due time. */
    public DelayedMessage(
            String topic,
            String id,
            String body,
            @Nullable String key,
            Map<String, String> headers,
            Instant dueTime,
            int priority,
            int attempt) {
        this(topic, id, body, key, headers, dueTime, priority, attempt, dueTime);
    }

    /** Omits the body, key and headers, which may contain data that must not be logged. */
    @Override
    public String toString() {
        return "DelayedMessage[topic=%s, id=%s, dueTime=%s, priority=%d, attempt=%d]"
                .formatted(topic, id, dueTime, priority, attempt);
    }
}
