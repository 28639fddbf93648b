package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;

/** Locks rows in the order of their keys. What this transaction holds can then be written in any order. */
@RequiredArgsConstructor
final class RowLocks {

    private final JournalSql sql;

    /** Waits for rows that another transaction holds. */
    Map<MessageKey, LockedRow> all(Collection<MessageKey> keys) {
        return lock(keys, "");
    }

    /** Leaves out rows that another transaction holds. */
    Map<MessageKey, LockedRow> free(Collection<MessageKey> keys) {
        return lock(keys, " SKIP LOCKED");
    }

    private Map<MessageKey, LockedRow> lock(Collection<MessageKey> keys, String others) {
        Map<MessageKey, LockedRow> locked = new HashMap<>();
        Chunks.sorted(keys, KeyCondition.MOST).forEach(chunk -> {
            KeyCondition statement = sql.lock(chunk, others);
            sql.named(statement.text()).params(statement.parameters()).query(row -> {
                locked.put(MessageRow.key(row, 0), new LockedRow(MessageRow.version(row), row.getString("todo")));
            });
        });
        return locked;
    }
}
