package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
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
        List<SizedKey> sizes = new ArrayList<>();
        Chunks.of(keys, KeyCondition.MOST).forEach(chunk -> {
            KeyCondition condition = sql.keys(chunk);
            sizes.addAll(sql.named(SIZES.formatted(condition.text()) + PENDING)
                    .params(condition.parameters())
                    .query(SizedKey::of)
                    .list());
        });
        return sizes;
    }

    Map<MessageKey, RowVersion> versions(Collection<MessageKey> keys) {
        Map<MessageKey, RowVersion> versions = new HashMap<>();
        Chunks.of(keys, KeyCondition.MOST).forEach(chunk -> {
            KeyCondition condition = sql.keys(chunk);
            sql.named(VERSIONS.formatted(condition.text()))
                    .params(condition.parameters())
                    .query(row -> {
                        versions.put(MessageRow.key(row, 0), MessageRow.version(row));
                    });
        });
        return versions;
    }

    private List<JournalRow> read(Collection<MessageKey> keys, String more) {
        List<JournalRow> rows = new ArrayList<>();
        Chunks.of(keys, KeyCondition.MOST).forEach(chunk -> {
            KeyCondition condition = sql.keys(chunk);
            rows.addAll(sql.named(READ.formatted(condition.text()) + more)
                    .params(condition.parameters())
                    .query(MessageRow::whole)
                    .list());
        });
        return rows;
    }
}
