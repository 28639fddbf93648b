package org.delay.redisson.journal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Recorded;

/** Reads back rows that an upsert has written, or has found waiting and locked. */
@RequiredArgsConstructor
final class WaitingRows {

    private static final String READ =
            "SELECT id, topic, revision, due_at FROM {message} WHERE%s AND state = 'WAITING'";

    private final JournalSql sql;

    List<Recorded> written(Collection<MessageKey> keys) {
        return read(READ, keys, true);
    }

    /** Of those that are locked. A snapshot of MySQL may be older than they are, so they are read as the lock finds them. */
    List<Recorded> kept(Collection<MessageKey> keys) {
        return read(READ + " FOR UPDATE", keys, false);
    }

    private List<Recorded> read(String text, Collection<MessageKey> keys, boolean written) {
        return sql.inChunks(text, keys)
                .flatMap(statement -> statement.query((row, number) -> recorded(row, written)).list().stream())
                .toList();
    }

    static Recorded recorded(ResultSet row, boolean written) throws SQLException {
        return new Recorded(
                MessageRow.key(row, 0), row.getLong("revision"), written, Instant.ofEpochMilli(row.getLong("due_at")));
    }
}
