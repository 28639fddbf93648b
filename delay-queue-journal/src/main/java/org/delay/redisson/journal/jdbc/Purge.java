package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageState;

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
            write(DELETE_HISTORY, sql.keys(chunk).ofHistory());
            write(DELETE_MESSAGES, sql.keys(chunk));
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
        Chunks.of(dead, KeyCondition.MOST).forEach(chunk -> write(FORGET, sql.keys(chunk)));
        return dead.size();
    }

    private void write(String text, KeyCondition condition) {
        sql.named(text.formatted(condition.text()))
                .params(condition.parameters())
                .param("retention", sql.settings().retention().toMillis())
                .update();
    }
}
