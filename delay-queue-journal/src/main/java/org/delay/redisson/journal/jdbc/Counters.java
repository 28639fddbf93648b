package org.delay.redisson.journal.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Backlog;
import org.delay.redisson.journal.store.Owed;
import org.jspecify.annotations.Nullable;

/** How much there is. */
@RequiredArgsConstructor
final class Counters {

    private static final String NOW = "SELECT {now}";
    private static final String BACKLOG =
            "SELECT COUNT(*) AS pending, COALESCE({now} - MIN(changed_at), 0) AS oldest FROM"
                    + " (SELECT changed_at FROM {message} WHERE service = :service AND todo = '" + Todo.RELAY
                    + "' ORDER BY look_at LIMIT 10000) rows_to_relay";

    /** By task, so that only rows that concern Redis are read. */
    private static final String OWED = "SELECT COUNT(*) AS waiting,"
            + " COALESCE(SUM(CASE WHEN due_at <= :at THEN 1 ELSE 0 END), 0) AS overdue, MIN(due_at) AS oldest"
            + " FROM {message} WHERE service = :service AND todo IN ('" + Todo.RELAY + "', '" + Todo.AUDIT
            + "') AND state = 'WAITING'";

    private final JournalSql sql;

    Instant now() {
        return Instant.ofEpochMilli(sql.named(NOW).query(Long.class).single());
    }

    Backlog backlog() {
        return sql.named(BACKLOG)
                .query((row, number) ->
                        new Backlog(row.getLong("pending"), Duration.ofMillis(Math.max(0, row.getLong("oldest")))))
                .single();
    }

    Owed owed(@Nullable String topic, Instant at) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("at", at.toEpochMilli());
        if (topic != null) {
            parameters.put("topic", topic);
        }
        return sql.named(topic == null ? OWED : OWED + " AND topic = :topic")
                .params(parameters)
                .query((row, number) -> {
                    long oldest = row.getLong("oldest");
                    Instant earliest = row.wasNull() ? null : Instant.ofEpochMilli(oldest);
                    return new Owed(row.getLong("waiting"), row.getLong("overdue"), earliest);
                })
                .single();
    }
}
