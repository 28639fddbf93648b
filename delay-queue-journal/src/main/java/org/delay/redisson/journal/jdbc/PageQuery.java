package org.delay.redisson.journal.jdbc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.JournalRow;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.RowFilter;
import org.delay.redisson.journal.store.RowPage;
import org.jspecify.annotations.Nullable;

/** Reads rows in pages. First the keys, so that a page of large contents can be cut before they are read. */
@RequiredArgsConstructor
final class PageQuery {

    private static final String KEYS = "SELECT id, topic, OCTET_LENGTH(content) AS bytes FROM {message}"
            + " WHERE %s%s ORDER BY id, topic LIMIT :limit";
    private static final String ROWS = "SELECT " + MessageRow.COLUMNS + " FROM {message} WHERE%s";

    private final JournalSql sql;

    RowPage page(RowFilter filter, @Nullable MessageKey after, int limit) {
        Map<String, Object> parameters = new HashMap<>();
        String condition = condition(filter, parameters);
        List<SizedKey> keys = keys(condition, parameters, after, limit);
        List<SizedKey> cut = SizedKey.head(keys);
        boolean more = cut.size() < keys.size() || keys.size() == limit;
        return new RowPage(
                rows(SizedKey.keys(cut), condition, parameters),
                more ? cut.get(cut.size() - 1).key() : null);
    }

    private List<SizedKey> keys(
            String condition, Map<String, Object> parameters, @Nullable MessageKey after, int limit) {
        Map<String, Object> all = new HashMap<>(parameters);
        all.put("limit", limit);
        String text = condition;
        if (after != null) {
            // Not by (id, topic) > (…): MySQL would read from the first row.
            text += " AND id >= :afterId AND (id > :afterId OR topic > :afterTopic)";
            all.put("afterId", after.id());
            all.put("afterTopic", after.topic());
        }
        return sql.named(KEYS.formatted(sql.ofService(), text))
                .params(all)
                .query(SizedKey::of)
                .list();
    }

    private List<JournalRow> rows(List<MessageKey> keys, String condition, Map<String, Object> parameters) {
        return sql.inChunks(ROWS + condition + " ORDER BY id, topic", keys)
                .flatMap(statement -> statement.params(parameters).query(MessageRow::whole).list().stream())
                .toList();
    }

    private static String condition(RowFilter filter, Map<String, Object> parameters) {
        StringBuilder text = new StringBuilder();
        if (filter.topic() != null) {
            text.append(" AND topic = :ofTopic");
            parameters.put("ofTopic", filter.topic());
        }
        if (filter.id() != null) {
            text.append(" AND id = :ofId");
            parameters.put("ofId", filter.id());
        }
        if (filter.businessKey() != null) {
            text.append(" AND business_key = :businessKey");
            parameters.put("businessKey", Texts.cut(filter.businessKey(), Texts.BUSINESS_KEY));
        }
        if (filter.state() != null) {
            text.append(" AND state = :state");
            parameters.put("state", filter.state().name());
        }
        if (filter.takenSince() != null) {
            text.append(" AND shard = :shard AND mark >= :mark");
            parameters.put("shard", filter.takenSince().shard());
            parameters.put("mark", filter.takenSince().mark());
        }
        if (filter.takenBefore() != null) {
            text.append(" AND mark < :markBefore");
            parameters.put("markBefore", filter.takenBefore());
        }
        return text.toString();
    }
}
