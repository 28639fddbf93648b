package org.delay.redisson.journal.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message with all that the journal knows about it.
 *
 * @param version its revision and state
 * @param placement where Redis took this revision, or null as long as it is not relayed
 * @param trail who sent it, and when it changed
 */
public record JournalRow(
        JournalMessage message,
        RowVersion version,
        @Nullable Placement placement,
        Trail trail) {

    /** The message's identity. */
    public MessageKey key() {
        return message.key();
    }

    /** The message's identity and revision. */
    public MessageRevision revision() {
        return new MessageRevision(key(), version.revision());
    }

    /**
     * The row's times, by the database's clock.
     *
     * @param createdBy the instance that sent the message that waits or has ended
     * @param pending whether Redis must still be told of the current revision
     */
    public record Trail(Instant createdAt, String createdBy, Instant changedAt, boolean pending) {}
}
