package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.EndResult;
import org.delay.redisson.journal.store.Ending;
import org.delay.redisson.journal.store.MessageKey;

/**
 * One statement for the usual case, that rows wait and nobody holds them. The rest is locked first, also a row that changed while the
 * statement began: it is in another place now.
 */
@RequiredArgsConstructor
final class PostgresEndings implements Ends {

    private static final String END = "UPDATE {message} AS message SET revision = ended.revision, state = ended.state,"
            + " todo = '" + Todo.PURGE + "', look_at = CASE WHEN ended.state = 'DEAD' THEN " + Todo.NEVER
            + " ELSE GREATEST(message.due_at, {now}) + :retention END, tries = 0, changed_at = {now}"
            + " FROM (SELECT held.place, named.revision, named.state"
            + " FROM (SELECT (CAST(:ids AS VARCHAR[]))[n] AS id, (CAST(:topics AS VARCHAR[]))[n] AS topic,"
            + " (CAST(:revisions AS BIGINT[]))[n] AS revision, (CAST(:states AS VARCHAR[]))[n] AS state"
            + " FROM GENERATE_SERIES(1, CAST(:keys AS INT)) AS numbers (n)) AS named"
            + " CROSS JOIN LATERAL (SELECT one.ctid AS place FROM {message} AS one"
            + " WHERE one.id = named.id AND one.topic = named.topic AND one.service || '' = :service"
            + " AND one.state = 'WAITING' AND one.revision <= named.revision"
            + " FOR UPDATE SKIP LOCKED) AS held) AS ended"
            + " WHERE message.ctid = ended.place"
            + " RETURNING message.id, message.topic";

    private final JournalSql sql;
    private final Ends rest;

    @Override
    public Map<MessageKey, EndResult> end(Collection<Ending> endings) {
        sql.requireTransaction();
        Map<MessageKey, Ending> left = Ends.lastOfEachKey(endings);
        Map<MessageKey, EndResult> results = new HashMap<>();
        Chunks.of(left.values(), KeyCondition.MOST)
                .forEach(chunk -> write(chunk).forEach(key -> results.put(key, EndResult.RECORDED)));
        left.keySet().removeAll(results.keySet());
        if (!left.isEmpty()) {
            results.putAll(rest.end(left.values()));
        }
        return results;
    }

    private List<MessageKey> write(List<Ending> endings) {
        return sql.named(END)
                .params(KeyCondition.parameters(
                        endings.stream().map(Ending::key).toList()))
                .param(
                        "revisions",
                        endings.stream()
                                .mapToLong(ending -> ending.revision().revision())
                                .toArray())
                .param(
                        "states",
                        endings.stream().map(ending -> ending.end().name()).toArray(String[]::new))
                .query(MessageRow::key)
                .list();
    }
}
