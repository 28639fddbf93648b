package org.delay.redisson.journal.jdbc;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;

/**
 * Takes rows whose task is due, for the caller alone. Their next time is pushed forward before anybody works on them, so that no lock
 * is held meanwhile and they come again if the caller dies.
 */
@RequiredArgsConstructor
final class Tasks {

    private static final String DUE = "SELECT id, topic, OCTET_LENGTH(content) AS bytes FROM {message}"
            + " WHERE service = :service AND todo = :todo AND look_at <= {now} ORDER BY look_at LIMIT :limit"
            + " FOR UPDATE SKIP LOCKED";

    /** The first back-off is doubled with each try, up to a limit. */
    private static final String PUSH = "UPDATE {message} SET look_at = {now} + CASE tries WHEN 0 THEN :backOff"
            + " WHEN 1 THEN LEAST(2 * :backOff, :longest) WHEN 2 THEN LEAST(4 * :backOff, :longest)"
            + " WHEN 3 THEN LEAST(8 * :backOff, :longest) ELSE :longest END,"
            + " tries = LEAST(tries + 1, 1000) WHERE%s";

    private static final long RELAY_BACK_OFF = 30_000;
    private static final long RELAY_LONGEST = 300_000;
    private static final long AUDIT_BACK_OFF = 600_000;
    private static final long AUDIT_LONGEST = 3_600_000;

    private final JournalSql sql;

    List<JournalRow> takePending(int limit) {
        return take(limit, Map.of("todo", Todo.RELAY), Map.of("backOff", RELAY_BACK_OFF, "longest", RELAY_LONGEST));
    }

    List<JournalRow> takeOverdue(int limit) {
        return take(limit, Map.of("todo", Todo.AUDIT), Map.of("backOff", AUDIT_BACK_OFF, "longest", AUDIT_LONGEST));
    }

    private List<JournalRow> take(int limit, Map<String, Object> which, Map<String, Object> backOff) {
        sql.requireTransaction();
        List<MessageKey> keys = SizedKey.keys(SizedKey.head(sql.named(DUE)
                .params(which)
                .param("limit", limit)
                .query(SizedKey::of)
                .list()));
        sql.inChunks(PUSH, keys).forEach(statement -> statement.params(backOff).update());
        return inOrder(keys, new RowQueries(sql).read(keys));
    }

    private static List<JournalRow> inOrder(List<MessageKey> keys, List<JournalRow> rows) {
        Map<MessageKey, Integer> order = new HashMap<>();
        keys.forEach(key -> order.put(key, order.size()));
        return rows.stream()
                .sorted(Comparator.comparing(row -> order.get(row.key())))
                .toList();
    }
}
