package org.delay.redisson.redis;

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
        limits.check(message, text, Instant.now());
        String id = message.id();
        return new EncodedMessage(
                new EncodedMessage.Name(message.topic(), id == null ? GeneratedId.next() : id, id == null),
                when(message),
                message.priority(),
                message.onDuplicate(),
                StoredBody.write(message, text, formats));
    }

    private static String when(OutgoingMessage message) {
        return message.dueTime() != null
                ? Long.toString(Milliseconds.roundedUp(message.dueTime()))
                : "+" + Milliseconds.roundedUp(Objects.requireNonNull(message.delay()));
    }
}
