package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;

/**
 * Deletes history that was written after its message's row was purged, or without one. In steps of the primary key, since an index
 * by time would cost each change. Numbers grow with time, so it ends where entries are young.
 */
@RequiredArgsConstructor
final class HistoryPurge {

    private static final String NEXT =
            "SELECT seq, id, topic, service, CASE WHEN at <= {now} - :retention THEN 1 ELSE 0 END AS old"
                    + " FROM {history} WHERE seq > :after ORDER BY seq LIMIT :limit";
    private static final String DELETE =
            "DELETE FROM {history} WHERE service = :service AND at <= {now} - :retention AND seq IN (:seqs)";

    private final JournalSql sql;

    long purge(long after, int limit) {
        sql.requireTransaction();
        List<Long> seen = new ArrayList<>();
        Map<Long, MessageKey> old = new LinkedHashMap<>();
        boolean[] young = new boolean[1];
        sql.named(NEXT).param("after", after).param("limit", limit).query(row -> {
            seen.add(row.getLong("seq"));
            if (!row.getString("service").equals(sql.settings().service())) {
                return;
            }
            if (row.getInt("old") == 1) {
                old.put(row.getLong("seq"), MessageRow.key(row, 0));
            } else {
                young[0] = true;
            }
        });
        Collection<MessageKey> present =
                new RowQueries(sql).versions(new TreeSet<>(old.values())).keySet();
        old.values().removeAll(present);
        Chunks.of(old.keySet(), KeyCondition.MOST)
                .forEach(chunk -> sql.named(DELETE).param("seqs", chunk).update());
        return young[0] || seen.size() < limit ? 0 : seen.get(seen.size() - 1);
    }
}
