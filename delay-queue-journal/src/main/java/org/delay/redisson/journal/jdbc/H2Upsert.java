package org.delay.redisson.journal.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Recorded;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;

/**
 * A statement for each row, since H2 is close. Its {@code MERGE} looks first and writes then, so of two that find no row one fails, and
 * is repeated: unlike PostgreSQL, H2 goes on in a transaction of which a statement has failed.
 */
@RequiredArgsConstructor
final class H2Upsert implements Upsert {

    private static final int MOST_REPEATS = 20;

    private static final String SOURCE = "MERGE INTO {message} waiting USING (SELECT CAST(? AS VARCHAR(200)) AS id,"
            + " CAST(? AS VARCHAR(249)) AS topic, CAST(? AS VARCHAR(249)) AS service, CAST(? AS VARCHAR(200)) AS business_key,"
            + " CAST(? AS BIGINT) AS due_at, CAST(? AS SMALLINT) AS priority, CAST(? AS VARBINARY(16777216)) AS content,"
            + " CAST(? AS VARCHAR(200)) AS created_by, {now} AS moment) sent"
            + " ON waiting.id = sent.id AND waiting.topic = sent.topic AND waiting.service = sent.service WHEN MATCHED";
    private static final String UNLESS_WAITING = " AND waiting.state <> 'WAITING'";
    private static final String WRITE = " THEN UPDATE SET business_key = sent.business_key,"
            + " revision = GREATEST(waiting.revision + 1, sent.moment), state = 'WAITING', due_at = sent.due_at,"
            + " priority = sent.priority, content = sent.content, todo = 'R', look_at = sent.moment + "
            + UpsertText.GRACE_MILLIS
            + ", tries = 0, shard = NULL, mark = NULL, created_at = sent.moment, created_by = sent.created_by,"
            + " changed_at = sent.moment"
            + " WHEN NOT MATCHED THEN INSERT (id, topic, service, business_key, revision, state, due_at, priority, content, todo,"
            + " look_at, tries, created_at, created_by, changed_at) VALUES (sent.id, sent.topic, sent.service, sent.business_key,"
            + " sent.moment, 'WAITING', sent.due_at, sent.priority, sent.content, 'R', sent.moment + "
            + UpsertText.GRACE_MILLIS + ", 0, sent.moment, sent.created_by, sent.moment)";

    private final JournalSql sql;

    @Override
    public List<Recorded> replace(List<JournalMessage> messages) {
        return write(messages, SOURCE + WRITE);
    }

    @Override
    public List<Recorded> keep(List<JournalMessage> messages) {
        return write(messages, SOURCE + UNLESS_WAITING + WRITE);
    }

    private List<Recorded> write(List<JournalMessage> messages, String text) {
        List<Recorded> recorded = new ArrayList<>();
        messages.forEach(message -> recorded.add(write(message, text)));
        return recorded;
    }

    private Recorded write(JournalMessage message, String text) {
        for (int i = 0; i < MOST_REPEATS; i++) {
            Optional<Recorded> recorded = tried(message, text);
            if (recorded.isPresent()) {
                return recorded.get();
            }
        }
        throw new ConcurrencyFailureException(
                "The row of " + message + " changed in each of " + MOST_REPEATS + " attempts");
    }

    /** Empty if another transaction inserted the row meanwhile, or ended what was waiting. */
    private Optional<Recorded> tried(JournalMessage message, String text) {
        List<MessageKey> key = List.of(message.key());
        try {
            boolean written = merge(message, text) > 0;
            WaitingRows rows = new WaitingRows(sql);
            return (written ? rows.written(key) : rows.kept(key)).stream().findFirst();
        } catch (DuplicateKeyException inserted) {
            return Optional.empty();
        }
    }

    private int merge(JournalMessage message, String text) {
        return sql.positional(text)
                .params(UpsertText.parameters(List.of(message), sql.settings()))
                .update();
    }
}
