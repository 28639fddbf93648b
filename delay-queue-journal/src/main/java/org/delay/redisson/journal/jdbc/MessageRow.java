package org.delay.redisson.journal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.Placement;
import org.delay.redisson.journal.store.RowVersion;
import org.jspecify.annotations.Nullable;

/** How rows of the message table are read. */
final class MessageRow {

    static final String COLUMNS =
            "id, topic, business_key, revision, state, due_at, priority, content, todo, shard, mark,"
                    + " created_at, created_by, changed_at";

    private MessageRow() {}

    static JournalRow whole(ResultSet row, int number) throws SQLException {
        JournalMessage message = new JournalMessage(
                key(row, number),
                row.getString("business_key"),
                Instant.ofEpochMilli(row.getLong("due_at")),
                row.getInt("priority"),
                row.getBytes("content"));
        JournalRow.Trail trail = new JournalRow.Trail(
                Instant.ofEpochMilli(row.getLong("created_at")),
                row.getString("created_by"),
                Instant.ofEpochMilli(row.getLong("changed_at")),
                row.getString("todo").equals(Todo.RELAY));
        return new JournalRow(message, version(row), placement(row), trail);
    }

    static MessageKey key(ResultSet row, int number) throws SQLException {
        return new MessageKey(row.getString("topic"), row.getString("id"));
    }

    static RowVersion version(ResultSet row) throws SQLException {
        return new RowVersion(row.getLong("revision"), MessageState.valueOf(row.getString("state")));
    }

    private static @Nullable Placement placement(ResultSet row) throws SQLException {
        long mark = row.getLong("mark");
        return row.wasNull() ? null : new Placement(row.getInt("shard"), mark);
    }
}
