package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Recorded;

/**
 * One statement, which answers the rows that it wrote and locks those that it left. Its parameters are arrays, so its text is the same for
 * any number of rows: the driver prepares it once.
 */
@RequiredArgsConstructor
final class PostgresUpsert implements Upsert {

    /** {@code OFFSET 0} has the time computed once, and not four times for each row. */
    private static final String INSERT = "INSERT INTO {message} AS waiting (" + UpsertText.COLUMNS + ")"
            + " SELECT sent.id, sent.topic, :service, sent.business_key, clock.moment, 'WAITING', sent.due_at, sent.priority,"
            + " sent.content, '" + Todo.RELAY + "', clock.moment + " + UpsertText.GRACE_MILLIS
            + ", 0, clock.moment, :instance, clock.moment"
            + " FROM UNNEST(CAST(:ids AS VARCHAR[]), CAST(:topics AS VARCHAR[]), CAST(:businessKeys AS VARCHAR[]),"
            + " CAST(:dueAt AS BIGINT[]), CAST(:priorities AS SMALLINT[]), CAST(:contents AS BYTEA[]))"
            + " AS sent (id, topic, business_key, due_at, priority, content), (SELECT {now} AS moment OFFSET 0) AS clock";

    private static final String REPLACE = INSERT + " ON CONFLICT (id, topic, service) DO UPDATE SET"
            + " business_key = EXCLUDED.business_key, revision = GREATEST(waiting.revision + 1, EXCLUDED.revision),"
            + " state = EXCLUDED.state, due_at = EXCLUDED.due_at, priority = EXCLUDED.priority, content = EXCLUDED.content,"
            + " todo = EXCLUDED.todo, look_at = EXCLUDED.look_at, tries = 0, shard = NULL, mark = NULL,"
            + " created_at = EXCLUDED.created_at, created_by = EXCLUDED.created_by, changed_at = EXCLUDED.changed_at";
    private static final String RETURNING = " RETURNING id, topic, revision, due_at";
    private static final String UNLESS_WAITING = " WHERE waiting.state <> 'WAITING'";

    private final JournalSql sql;

    @Override
    public int mostRows() {
        return KeyCondition.MOST;
    }

    @Override
    public boolean replacesInOneStatement() {
        return true;
    }

    @Override
    public List<Recorded> replace(List<JournalMessage> messages) {
        return write(messages, REPLACE + RETURNING);
    }

    @Override
    public List<Recorded> keep(List<JournalMessage> messages) {
        List<Recorded> recorded = new ArrayList<>(write(messages, REPLACE + UNLESS_WAITING + RETURNING));
        Set<MessageKey> written = recorded.stream().map(Recorded::key).collect(Collectors.toSet());
        recorded.addAll(new WaitingRows(sql)
                .kept(messages.stream()
                        .map(JournalMessage::key)
                        .filter(key -> !written.contains(key))
                        .toList()));
        return recorded;
    }

    private List<Recorded> write(List<JournalMessage> messages, String text) {
        return sql.named(text)
                .params(parameters(messages))
                .query((row, number) -> WaitingRows.recorded(row, true))
                .list();
    }

    private Map<String, Object> parameters(List<JournalMessage> messages) {
        int rows = messages.size();
        String[] ids = new String[rows];
        String[] topics = new String[rows];
        String[] businessKeys = new String[rows];
        long[] dueAt = new long[rows];
        short[] priorities = new short[rows];
        byte[][] contents = new byte[rows][];
        for (int i = 0; i < rows; i++) {
            JournalMessage message = messages.get(i);
            ids[i] = message.key().id();
            topics[i] = message.key().topic();
            businessKeys[i] = Texts.cutOrNull(message.businessKey(), Texts.BUSINESS_KEY);
            dueAt[i] = message.dueAt().toEpochMilli();
            priorities[i] = (short) message.priority();
            contents[i] = message.content();
        }
        return Map.of(
                "ids", ids,
                "topics", topics,
                "businessKeys", businessKeys,
                "dueAt", dueAt,
                "priorities", priorities,
                "contents", contents,
                "instance", sql.settings().instance());
    }
}
