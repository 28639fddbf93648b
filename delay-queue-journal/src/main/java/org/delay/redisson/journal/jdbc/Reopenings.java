package org.delay.redisson.journal.jdbc;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowVersion;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Rows that wait again, since their messages did not end. Rows that others hold are left alone. */
@RequiredArgsConstructor
final class Reopenings {

    /** Without a shard, an audit would take the row for an uncertain one. */
    private static final String REOPEN = "UPDATE {message} SET state = 'WAITING',"
            + " todo = CASE WHEN shard IS NULL THEN '" + Todo.RELAY + "' ELSE '" + Todo.AUDIT + "' END,"
            + " look_at = CASE WHEN shard IS NULL THEN {now} ELSE GREATEST(due_at, {now}) + "
            + Confirmations.AUDIT_AFTER_MILLIS + " END, tries = 0, changed_at = {now} WHERE%s";

    private final JournalSql sql;

    List<MessageKey> reopen(Collection<Ending> endings) {
        sql.requireTransaction();
        Map<MessageKey, RowVersion> ended = endings.stream()
                .collect(toMap(
                        Ending::key,
                        ending -> new RowVersion(ending.revision().revision(), ending.end()),
                        (one, other) -> one));
        List<MessageKey> same = new RowLocks(sql)
                .free(ended.keySet()).entrySet().stream()
                        .filter(row -> row.getValue().version().equals(ended.get(row.getKey())))
                        .map(Map.Entry::getKey)
                        .toList();
        sql.inChunks(REOPEN, same).forEach(StatementSpec::update);
        return same;
    }
}
