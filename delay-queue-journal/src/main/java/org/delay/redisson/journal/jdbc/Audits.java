package org.delay.redisson.journal.jdbc;

import java.util.Map;
import lombok.RequiredArgsConstructor;

/**
 * How much the audit of a service has relayed again, in a row of the table of shards that is no shard: {@code mark} counts,
 * {@code marked_at} is when the hour began, and {@code lost_from} when the audit stopped.
 */
@RequiredArgsConstructor
final class Audits {

    private static final int NO_SHARD = -1;
    private static final String THIS = " WHERE service = :service AND shard = " + NO_SHARD;
    private static final String HOUR_IS_OVER = "marked_at <= {now} - 3600000 OR marked_at > {now}";

    /** In this order: MySQL assigns from left to right. */
    private static final String ADD = "UPDATE {shard} SET mark = CASE WHEN " + HOUR_IS_OVER
            + " THEN :absent ELSE mark + :absent END, marked_at = CASE WHEN " + HOUR_IS_OVER
            + " THEN {now} ELSE marked_at END" + THIS;

    private static final String STOP =
            "UPDATE {shard} SET lost_from = {now}" + THIS + " AND lost_from IS NULL AND mark > :most";
    private static final String RESUME = "UPDATE {shard} SET lost_from = NULL, mark = 0, marked_at = {now}" + THIS;
    private static final String STOPPED = "SELECT COUNT(*) FROM {shard}" + THIS + " AND lost_from IS NOT NULL";

    private final JournalSql sql;
    private final ShardRows rows;

    boolean found(int absent, int mostPerHour) {
        sql.requireTransaction();
        rows.insertIfAbsent(NO_SHARD);
        write(ADD, Map.of("absent", absent));
        write(STOP, Map.of("most", mostPerHour));
        return !isStopped();
    }

    boolean isStopped() {
        return sql.named(STOPPED).query(Integer.class).single() > 0;
    }

    void resume() {
        sql.requireTransaction();
        write(RESUME, Map.of());
    }

    private void write(String text, Map<String, Object> parameters) {
        sql.named(text).params(parameters).update();
    }
}
