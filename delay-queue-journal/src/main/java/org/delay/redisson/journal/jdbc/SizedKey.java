package org.delay.redisson.journal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.delay.redisson.journal.store.MessageKey;

/** A key with the size of its row's content. */
record SizedKey(MessageKey key, long bytes) {

    /** The most bytes of content that a call reads, unless one row has more. */
    private static final long MOST = 4 * 1024 * 1024;

    static SizedKey of(ResultSet row, int number) throws SQLException {
        return new SizedKey(MessageRow.key(row, number), row.getLong("bytes"));
    }

    /** As many of the first ones as a call may read. */
    static List<SizedKey> head(List<SizedKey> keys) {
        return Chunks.head(keys, SizedKey::bytes, MOST);
    }

    static List<MessageKey> keys(List<SizedKey> keys) {
        return keys.stream().map(SizedKey::key).toList();
    }
}
