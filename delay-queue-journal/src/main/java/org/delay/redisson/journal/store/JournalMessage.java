package org.delay.redisson.journal.store;

import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message as the journal keeps it.
 *
 * @param businessKey the message's key, by which it can be searched, or null. A store may keep the first 200 characters only
 * @param dueAt when it is due by Redis's clock, in whole milliseconds
 * @param priority 0 to 9
 * @param content the stored form: the bytes that Redis gets. Not copied, so nobody may change them
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by its bytes.
public record JournalMessage(
        MessageKey key, @Nullable String businessKey, Instant dueAt, int priority, byte[] content) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JournalMessage message
                && key.equals(message.key)
                && Objects.equals(businessKey, message.businessKey)
                && dueAt.equals(message.dueAt)
                && priority == message.priority
                && Arrays.equals(content, message.content);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, dueAt, Arrays.hashCode(content));
    }

    /** Without the content and the business key, which may be data that must not be logged. */
    @Override
    public String toString() {
        return "JournalMessage[topic=%s, id=%s, dueAt=%s, priority=%d]"
                .formatted(key.topic(), key.id(), dueAt, priority);
    }
}
