package org.delay.redisson.test;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.delay.redisson.BodyConverter;
import org.delay.redisson.Checks;
import org.delay.redisson.Limits;
import org.delay.redisson.OutgoingMessage;
import org.jspecify.annotations.Nullable;

/** What is checked before anything is done. */
record Intake(Limits limits, BodyConverter converter, Clock clock) {

    private static final int MOST_LISTED = 1000;

    /** A message that keeps the rules, with its body as text. */
    record Sent(OutgoingMessage message, String text) {}

    List<Sent> check(Collection<OutgoingMessage> messages) {
        limits.checkBulk(messages.size());
        Instant now = clock.instant();
        List<Sent> checked = new ArrayList<>();
        for (OutgoingMessage message : messages) {
            String text = message.text(converter);
            limits.check(message, text, now);
            checked.add(new Sent(message, text));
        }
        return checked;
    }

    static void checkName(String topic, String id) {
        Checks.topic(topic);
        Checks.id(id);
    }

    /** How many messages come before a page. */
    static int checkPage(@Nullable String cursor, int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_LISTED + ", but is " + limit);
        }
        try {
            return cursor == null ? 0 : Integer.parseUnsignedInt(cursor);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("cursor must be one of a page, but is '" + cursor + "'", e);
        }
    }
}
