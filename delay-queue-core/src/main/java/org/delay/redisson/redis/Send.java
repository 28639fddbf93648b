package org.delay.redisson.redis;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
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

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder ID_ENCODER = Base64.getUrlEncoder().withoutPadding();

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

    /**
     * 80 random bits in 14 characters, since an id is stored twice and Redis keeps so many in half the memory of 15. Of ten
     * billion ids two are the same with a chance of one in twenty thousand (birthday bound).
     */
    private static String generatedId() {
        byte[] bits = new byte[10];
        RANDOM.nextBytes(bits);
        return ID_ENCODER.encodeToString(bits);
    }
}
