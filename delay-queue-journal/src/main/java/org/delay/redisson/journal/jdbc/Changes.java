package org.delay.redisson.journal.jdbc;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.RowVersion;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** What applications change: they wait for rows that another transaction holds. */
@RequiredArgsConstructor
final class Changes {

    private static final String TO_RELAY = " todo = '" + Todo.RELAY + "', look_at = {now} + " + UpsertText.GRACE_MILLIS
            + ", shard = NULL, mark = NULL, changed_at = {now}";
    private static final String NEVER_TAKEN = " tries = 0,";

    /**
     * As if the sweep had taken it, if Redis had the message for so long that a relay is hardly under way. MySQL assigns from left to right, so
     * this comes before what it reads.
     */
    private static final String TAKEN_IF_SETTLED = " tries = CASE WHEN todo = '" + Todo.AUDIT
            + "' AND changed_at <= {now} - " + UpsertText.GRACE_MILLIS + " THEN 1 ELSE 0 END,";

    private static final String RESCHEDULE =
            "UPDATE {message} SET revision = GREATEST(revision + 1, {now}), due_at = :dueAt," + NEVER_TAKEN + TO_RELAY
                    + " WHERE%s AND state = 'WAITING'";
    private static final String CANCEL =
            "UPDATE {message} SET revision = GREATEST(revision + 1, {now}), state = 'CANCELLED'," + TAKEN_IF_SETTLED
                    + TO_RELAY + " WHERE%s AND state = 'WAITING'";
    private static final String REDRIVE =
            "UPDATE {message} SET revision = GREATEST(revision + 1, {now}), state = 'WAITING', due_at = :dueAt,"
                    + NEVER_TAKEN + TO_RELAY + " WHERE%s AND revision = :dead AND state IN ('DEAD', 'WAITING')";

    private final JournalSql sql;
    private final boolean returning;

    Optional<RowVersion> reschedule(MessageKey key, Instant dueAt) {
        return one(RESCHEDULE, key, Map.of("dueAt", dueAt.toEpochMilli()));
    }

    Optional<RowVersion> redrive(MessageRevision dead, Instant dueAt) {
        return one(REDRIVE, dead.key(), Map.of("dead", dead.revision(), "dueAt", dueAt.toEpochMilli()));
    }

    Map<MessageKey, RowVersion> cancel(Collection<MessageKey> keys) {
        sql.requireTransaction();
        Map<MessageKey, RowVersion> cancelled = new HashMap<>();
        Chunks.sorted(keys, KeyCondition.MOST).forEach(chunk -> cancelled.putAll(cancel(chunk)));
        return cancelled;
    }

    private Map<MessageKey, RowVersion> cancel(List<MessageKey> keys) {
        if (keys.size() == 1) {
            return one(CANCEL, keys.get(0), Map.of())
                    .map(version -> Map.of(keys.get(0), version))
                    .orElse(Map.of());
        }
        List<MessageKey> waiting = new RowLocks(sql)
                .all(keys).entrySet().stream()
                        .filter(row -> row.getValue().isWaiting())
                        .map(Map.Entry::getKey)
                        .toList();
        sql.inChunks(CANCEL, waiting).forEach(StatementSpec::update);
        return new RowQueries(sql).versions(waiting);
    }

    private Optional<RowVersion> one(String text, MessageKey key, Map<String, Object> parameters) {
        sql.requireTransaction();
        KeyCondition row = sql.keys(List.of(key));
        if (returning) {
            return sql.named(text + " RETURNING revision, state", row)
                    .params(parameters)
                    .query((result, number) -> MessageRow.version(result))
                    .optional();
        }
        return sql.named(text, row).params(parameters).update() == 0
                ? Optional.empty()
                : Optional.ofNullable(new RowQueries(sql).versions(List.of(key)).get(key));
    }
}
