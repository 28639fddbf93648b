package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Deletes rows whose time has come, with their history. */
@RequiredArgsConstructor
final class Purge {

    private static final String DUE = "SELECT id, topic FROM {message} WHERE service = :service AND todo = '"
            + Todo.PURGE + "' AND look_at <= {now} ORDER BY look_at LIMIT :limit FOR UPDATE SKIP LOCKED";
    private static final String DELETE_HISTORY = "DELETE FROM {history} WHERE%s";
    private static final String DELETE_MESSAGES = "DELETE FROM {message} WHERE%s";

    /** A deleted dead letter counts as cancelled: a redrive finds nothing. */
    private static final String FORGET = "UPDATE {message} SET state = 'CANCELLED',"
            + " look_at = GREATEST(due_at, {now}) + :retention, changed_at = {now} WHERE%s";

    private final JournalSql sql;

    int purge(int limit) {
        sql.requireTransaction();
        List<MessageKey> keys =
                sql.named(DUE).param("limit", limit).query(MessageRow::key).list();
        Chunks.of(keys, KeyCondition.MOST).forEach(chunk -> {
            sql.named(DELETE_HISTORY, sql.keys(chunk).ofHistory()).update();
            sql.named(DELETE_MESSAGES, sql.keys(chunk)).update();
        });
        return keys.size();
    }

    int forgetDead(Collection<MessageKey> keys) {
        sql.requireTransaction();
        List<MessageKey> dead = new RowLocks(sql)
                .free(keys).entrySet().stream()
                        .filter(row -> row.getValue().version().state() == MessageState.DEAD)
                        .map(Map.Entry::getKey)
                        .toList();
        sql.inChunks(FORGET, dead).forEach(StatementSpec::update);
        return dead.size();
    }
}
