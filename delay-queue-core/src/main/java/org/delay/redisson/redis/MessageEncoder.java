package org.delay.redisson.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;

/** Checks messages and turns them into text. */
@RequiredArgsConstructor
final class MessageEncoder {

    private final BodyConverter converter;
    private final Limits limits;
    private final Formats formats;

    EncodedMessage encode(OutgoingMessage message) {
        String text = message.text(converter);
        limits.check(message, text);
        if (message.dueTime() != null) {
            checkDueTime(message.dueTime());
        }
        String id = message.id();
        return new EncodedMessage(
                new EncodedMessage.Name(message.topic(), id == null ? GeneratedId.next() : id, id == null),
                when(message),
                message.priority(),
                message.onDuplicate(),
                StoredBody.write(message, text, formats));
    }

    /** The only use of this machine's clock: for a limit of years its error does not matter. */
    private void checkDueTime(Instant dueTime) {
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
}
