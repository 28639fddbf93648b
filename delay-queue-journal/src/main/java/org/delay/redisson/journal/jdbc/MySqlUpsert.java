package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Recorded;

/**
 * One statement that writes, and one that reads back. To keep what waits it needs more: a statement can't tell which rows it left as
 * they were. So it first makes sure that there are rows, and holds them; then it replaces those that do not wait.
 *
 * <p>{@code VALUES(column)} is what MySQL and MariaDB both understand. Columns are assigned from left to right.
 */
@RequiredArgsConstructor
final class MySqlUpsert implements Upsert {

    private static final String REPLACE = " ON DUPLICATE KEY UPDATE business_key = VALUES(business_key),"
            + " revision = GREATEST(revision + 1, VALUES(revision)), state = VALUES(state), due_at = VALUES(due_at),"
            + " priority = VALUES(priority), content = VALUES(content), todo = VALUES(todo), look_at = VALUES(look_at),"
            + " tries = 0, shard = NULL, mark = NULL, created_at = VALUES(created_at), created_by = VALUES(created_by),"
            + " changed_at = VALUES(changed_at)";

    /** A row that has ended already: harmless if it is committed, and purged in time. */
    private static final String ENDED =
            "(?, ?, ?, 0, 'CANCELLED', 0, 0, '', '" + Todo.PURGE + "', {now}, {now}, '', {now})";

    private static final String ENSURE =
            "INSERT INTO {message} (id, topic, service, revision, state, due_at, priority, content,"
                    + " todo, look_at, created_at, created_by, changed_at) VALUES %s ON DUPLICATE KEY UPDATE tries = tries";

    private final JournalSql sql;

    @Override
    public List<Recorded> replace(List<JournalMessage> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        sql.positional(UpsertText.insert(messages.size()) + REPLACE)
                .params(UpsertText.parameters(messages, sql.settings()))
                .update();
        return new WaitingRows(sql).written(keys(messages, key -> true));
    }

    @Override
    public List<Recorded> keep(List<JournalMessage> messages) {
        ensure(messages);
        Map<MessageKey, LockedRow> rows = new RowLocks(sql).all(keys(messages, key -> true));
        Predicate<MessageKey> waits =
                key -> rows.containsKey(key) && rows.get(key).isWaiting();
        List<Recorded> recorded = new ArrayList<>(replace(
                messages.stream().filter(message -> !waits.test(message.key())).toList()));
        recorded.addAll(new WaitingRows(sql).kept(keys(messages, waits)));
        return recorded;
    }

    private void ensure(List<JournalMessage> messages) {
        List<Object> parameters = new ArrayList<>();
        messages.forEach(message -> Collections.addAll(
                parameters,
                message.key().id(),
                message.key().topic(),
                sql.settings().service()));
        sql.positional(ENSURE.formatted(String.join(", ", Collections.nCopies(messages.size(), ENDED))))
                .params(parameters)
                .update();
    }

    private static List<MessageKey> keys(List<JournalMessage> messages, Predicate<MessageKey> which) {
        return messages.stream().map(JournalMessage::key).filter(which).toList();
    }
}
