package org.delay.redisson.transaction;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.delay.redisson.Receipt;

/**
 * Checks messages when they are given, and writes their bodies then: after the commit, an invalid one could only be lost, and an
 * entity may have changed or lost its session.
 */
@RequiredArgsConstructor
final class MessageRecorder {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Supplier<BodyConverter> converter;
    private final Limits limits;

    List<RecordedCall.Send> record(Collection<OutgoingMessage> messages) {
        limits.checkBulk(messages.size());
        return messages.stream()
                .map(message -> record(Checks.given("message", message)))
                .toList();
    }

    private RecordedCall.Send record(OutgoingMessage message) {
        String text = message.text(converter.get());
        limits.check(message, text, Instant.now());
        String id = message.id() == null ? randomId() : message.id();
        return new RecordedCall.Send(
                new OutgoingMessage(
                        message.topic(),
                        id,
                        text,
                        message.key(),
                        message.headers(),
                        message.delay(),
                        message.dueTime(),
                        message.priority(),
                        message.timeToLive(),
                        message.onDuplicate()),
                id);
    }

    void checkDelay(Duration delay) {
        limits.checkDelay(delay);
    }

    /** The most messages of one call. */
    int bulk() {
        return limits.bulk();
    }

    /** Only Redis's clock decides when it is due, and it is not asked yet. */
    static Receipt receipt(RecordedCall.Send send) {
        OutgoingMessage message = send.message();
        Instant dueTime = message.dueTime() != null
                ? message.dueTime()
                : Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(Objects.requireNonNull(message.delay()));
        return new Receipt(message.topic(), send.id(), dueTime, Receipt.Outcome.RECORDED);
    }

    /** As the store generates ids: 80 random bits in 14 characters. */
    private static String randomId() {
        byte[] bits = new byte[10];
        RANDOM.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
