package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Rows of messages that are taken in from Redis. Until that is certain, nobody relays them. Rows that others hold are left alone. */
@RequiredArgsConstructor
final class Adoptions {

    private static final String UNCERTAIN = " AND state = 'WAITING' AND shard IS NULL";
    private static final String BEGIN = "UPDATE {message} SET todo = '" + Todo.AUDIT
            + "', look_at = GREATEST(due_at, {now}) + " + Confirmations.AUDIT_AFTER_MILLIS + " WHERE%s" + UNCERTAIN;
    private static final String ABANDON =
            "DELETE FROM {message} WHERE%s" + UNCERTAIN + " AND todo = '" + Todo.AUDIT + "'";

    private final JournalSql sql;

    void begin(Collection<MessageRevision> messages) {
        write(BEGIN, messages);
    }

    void abandon(Collection<MessageRevision> messages) {
        write(ABANDON, messages);
    }

    private void write(String text, Collection<MessageRevision> messages) {
        sql.requireTransaction();
        Map<MessageKey, Long> revisions =
                messages.stream().collect(Collectors.toMap(MessageRevision::key, MessageRevision::revision, Math::max));
        List<MessageKey> held = new RowLocks(sql)
                .free(revisions.keySet()).entrySet().stream()
                        .filter(row -> Objects.equals(
                                revisions.get(row.getKey()),
                                row.getValue().version().revision()))
                        .map(Map.Entry::getKey)
                        .toList();
        sql.inChunks(text, held).forEach(StatementSpec::update);
    }
}
