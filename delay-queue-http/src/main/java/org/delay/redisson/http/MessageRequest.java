package org.delay.redisson.http;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;
import org.jspecify.annotations.Nullable;

/** Reads a message to send. */
final class MessageRequest {

    private static final int MAX_PRIORITY = OutgoingMessage.MAX_PRIORITY;

    private MessageRequest() {}

    /**
     * A message, with a generated id if it has none: an answer that is lost can name it then. With an id of its own, a repetition
     * must not move the due time of what is stored, so the stored message stays.
     *
     * @throws ApiProblem if it breaks a rule of the API
     * @throws IllegalArgumentException if it breaks a rule of the queue
     */
    static OutgoingMessage of(String topic, JsonFields fields, Limits limits) {
        String id = fields.text("id");
        String body = Checks.unicode("body", fields.required("body"));
        Duration delay = fields.millis("delayMs");
        Instant dueTime = fields.time("dueTime");
        if ((delay == null) == (dueTime == null)) {
            throw ApiProblem.invalid(
                    "'delayMs' and 'dueTime': give one of them, not " + (delay == null ? "none" : "both"));
        }
        OutgoingMessage message = new OutgoingMessage(
                topic,
                id == null ? UUID.randomUUID().toString() : id,
                body,
                fields.text("key"),
                fields.texts("headers"),
                delay,
                dueTime,
                fields.number("priority", 0, MAX_PRIORITY, OutgoingMessage.DEFAULT_PRIORITY),
                fields.millis("timeToLiveMs"),
                onDuplicate(id, fields.constant("onDuplicate", OnDuplicate.class)));
        fields.end();
        limits.check(message, body, Instant.now());
        return message;
    }

    private static OnDuplicate onDuplicate(@Nullable String id, @Nullable OnDuplicate asked) {
        if (asked != null) {
            return asked;
        }
        return id == null ? OnDuplicate.REPLACE : OnDuplicate.KEEP;
    }
}
