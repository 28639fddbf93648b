package org.delay.redisson.operations;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.Placement;
import org.jspecify.annotations.Nullable;

/**
 * A message as the journal has it, and as it is shown. Its key and content are masked unless the caller may see values.
 *
 * @param dueTime by Redis's clock; the other times are by the database's clock
 * @param key the first 200 characters of the message's key, or null if it has none
 * @param content the stored form: headers and body
 * @param shard where Redis took this revision, or null
 * @param createdBy the instance that sent it
 * @param pending whether Redis must still be told of this revision
 */
public record JournalRowView(
        String topic,
        String id,
        MessageState state,
        long revision,
        Instant dueTime,
        int priority,
        @Nullable String key,
        String content,
        @Nullable Integer shard,
        Instant createdAt,
        String createdBy,
        Instant changedAt,
        boolean pending) {

    static JournalRowView of(JournalRow row, boolean showsValues) {
        String key = row.message().businessKey();
        Placement placement = row.placement();
        return new JournalRowView(
                row.key().topic(),
                row.key().id(),
                row.version().state(),
                row.version().revision(),
                row.message().dueAt(),
                row.message().priority(),
                key == null || showsValues ? key : MessageView.MASK,
                showsValues ? new String(row.message().content(), StandardCharsets.UTF_8) : MessageView.MASK,
                placement == null ? null : placement.shard(),
                row.trail().createdAt(),
                row.trail().createdBy(),
                row.trail().changedAt(),
                row.trail().pending());
    }
}
