package org.delay.redisson.redis;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.OutgoingMessage.OnDuplicate;

/**
 * A message on its way to Redis, checked and written as text.
 *
 * @param generated whether nobody but us knows the id yet, so that the send can be repeated
 * @param stored the body as stored
 */
record Send(
        String topic, String id, boolean generated, String when, int priority, OnDuplicate onDuplicate, String stored) {

    static Send of(OutgoingMessage message, BodyConverter converter, Limits limits) {
        String text = message.text(converter);
        limits.check(message, text);
        if (message.dueTime() != null) {
            checkDueTime(message.dueTime(), limits);
        }
        String id = message.id();
        return new Send(
                message.topic(),
                id == null ? generatedId() : id,
                id == null,
                when(message),
                message.priority(),
                message.onDuplicate(),
                StoredBody.write(message, text));
    }

    /** The only use of this machine's clock: a limit of years, which its error does not matter to. */
    private static void checkDueTime(Instant dueTime, Limits limits) {
        Duration delay = Duration.between(Instant.now(), dueTime);
        if (delay.compareTo(limits.delay()) > 0) {
            throw new IllegalArgumentException(
                    "dueTime must be at most " + limits.delay().toDays() + " days from now, but is " + dueTime);
        }
    }

    private static String when(OutgoingMessage message) {
        return message.dueTime() != null
                ? Long.toString(Milliseconds.roundedUp(message.dueTime()))
                : "+" + Milliseconds.roundedUp(Objects.requireNonNull(message.delay()));
    }

    /** 122 random bits in 22 characters: an id is stored twice, and half of the usual text form is saved each time. */
    private static String generatedId() {
        UUID uuid = UUID.randomUUID();
        byte[] bits = ByteBuffer.allocate(Long.BYTES * 2)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
