package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowVersion;

/** Reads rows by their keys, without locks. */
@RequiredArgsConstructor
final class RowQueries {

    private static final String READ = "SELECT " + MessageRow.COLUMNS + " FROM {message} WHERE%s";
    private static final String SIZES = "SELECT id, topic, OCTET_LENGTH(content) AS bytes FROM {message} WHERE%s";
    private static final String PENDING = " AND todo = '" + Todo.RELAY + "'";
    private static final String VERSIONS = "SELECT id, topic, revision, state FROM {message} WHERE%s";

    private final JournalSql sql;

    List<JournalRow> read(Collection<MessageKey> keys) {
        return read(keys, "");
    }

    List<JournalRow> pending(Collection<MessageKey> keys) {
        return read(keys.size() > 1 ? SizedKey.keys(SizedKey.head(sizes(keys))) : keys, PENDING);
    }

    private List<SizedKey> sizes(Collection<MessageKey> keys) {
        return sql.inChunks(SIZES + PENDING, keys)
                .flatMap(statement -> statement.query(SizedKey::of).list().stream())
                .toList();
    }

    Map<MessageKey, RowVersion> versions(Collection<MessageKey> keys) {
        Map<MessageKey, RowVersion> versions = new HashMap<>();
        sql.inChunks(VERSIONS, keys)
                .forEach(statement -> statement.query(row -> {
                    versions.put(MessageRow.key(row, 0), MessageRow.version(row));
                }));
        return versions;
    }

    private List<JournalRow> read(Collection<MessageKey> keys, String more) {
        return sql.inChunks(READ + more, keys)
                .flatMap(statement -> statement.query(MessageRow::whole).list().stream())
                .toList();
    }
}
