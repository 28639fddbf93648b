package org.delay.redisson.journal.jdbc;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.delay.redisson.journal.store.MessageState;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Rows of which Redis is to know, locked. Rows that others hold are left alone. */
@RequiredArgsConstructor
final class OwedRows {

    private static final String AGAIN =
            "UPDATE {message} SET todo = '" + Todo.RELAY + "', look_at = {now}, tries = 0 WHERE%s";

    private final JournalSql sql;

    List<MessageKey> relayAgain(Collection<MessageRevision> messages) {
        sql.requireTransaction();
        List<MessageKey> waiting = held(messages).entrySet().stream()
                .filter(row -> row.getValue().isWaiting())
                .map(Map.Entry::getKey)
                .toList();
        sql.inChunks(AGAIN, waiting).forEach(StatementSpec::update);
        return waiting;
    }

    /** Those of the given revision that still concern Redis. */
    Map<MessageKey, LockedRow> held(Collection<MessageRevision> messages) {
        Map<MessageKey, Long> revisions =
                messages.stream().collect(toMap(MessageRevision::key, MessageRevision::revision, Math::max));
        return new RowLocks(sql)
                .free(revisions.keySet()).entrySet().stream()
                        .filter(row -> Objects.equals(
                                revisions.get(row.getKey()),
                                row.getValue().version().revision()))
                        .filter(row -> concernsRedis(row.getValue()))
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static boolean concernsRedis(LockedRow row) {
        return row.isWaiting()
                || (row.version().state() == MessageState.CANCELLED
                        && row.todo().equals(Todo.RELAY));
    }
}
