package org.delay.redisson.journal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.Change;
import org.delay.redisson.journal.store.HistoryEntry;
import org.delay.redisson.journal.store.HistoryEvent;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.MessageRevision;
import org.springframework.jdbc.core.SqlParameterValue;

/** The table of what happened. Rows are only added, and deleted with their message. */
@RequiredArgsConstructor
final class History {

    private static final String INSERT =
            "INSERT INTO {history} (at, id, topic, service, revision, event, shard, instance,"
                    + " thread, detail) VALUES ";
    private static final String ROW = "({now}, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String READ =
            "SELECT at, id, topic, revision, event, shard, instance, thread, detail FROM {history}"
                    + " WHERE service = :service AND id = :id AND topic = :topic ORDER BY at, seq LIMIT :limit";

    private final JournalSql sql;

    void append(Collection<HistoryEvent> events) {
        sql.requireTransaction();
        Chunks.of(events, Chunks.ROWS)
                .forEach(chunk -> sql.positional(INSERT + String.join(", ", Collections.nCopies(chunk.size(), ROW)))
                        .params(parameters(chunk))
                        .update());
    }

    List<HistoryEntry> read(MessageKey key, int limit) {
        return sql.named(READ)
                .param("id", key.id())
                .param("topic", key.topic())
                .param("limit", limit)
                .query(History::entry)
                .list();
    }

    private List<Object> parameters(List<HistoryEvent> events) {
        List<Object> parameters = new ArrayList<>();
        for (HistoryEvent event : events) {
            parameters.add(event.message().key().id());
            parameters.add(event.message().key().topic());
            parameters.add(sql.settings().service());
            parameters.add(event.message().revision());
            parameters.add(event.change().name());
            parameters.add(new SqlParameterValue(Types.SMALLINT, event.shard()));
            parameters.add(sql.settings().instance());
            parameters.add(Texts.nullable(event.thread(), Texts.THREAD));
            parameters.add(Texts.nullable(event.detail(), Texts.DETAIL));
        }
        return parameters;
    }

    private static HistoryEntry entry(ResultSet row, int number) throws SQLException {
        int shard = row.getInt("shard");
        boolean none = row.wasNull();
        HistoryEvent event = new HistoryEvent(
                new MessageRevision(MessageRow.key(row, number), row.getLong("revision")),
                Change.valueOf(row.getString("event")),
                none ? null : shard,
                row.getString("thread"),
                row.getString("detail"));
        return new HistoryEntry(event, Instant.ofEpochMilli(row.getLong("at")), row.getString("instance"));
    }
}
