package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/**
 * One statement for up to {@value KeyCondition#MOST} rows. A row that changed while it began is in another place now, and is left to the
 * sweep. A loss that is recorded while it runs is not seen, as one that is recorded
 * before its commit: the second look of a repair finds both.
 */
@RequiredArgsConstructor
final class PostgresConfirmations implements Confirmations {

    private static final String RELAYED = "UPDATE {message} AS message SET"
            + " todo = CASE WHEN message.state = 'WAITING' THEN '" + Todo.AUDIT + "' ELSE '" + Todo.PURGE + "' END,"
            + " look_at = GREATEST(message.due_at, {now}) + CASE WHEN message.state = 'WAITING' THEN "
            + AUDIT_AFTER_MILLIS
            + " ELSE :retention END, tries = 0, shard = told.shard, mark = told.mark"
            + " FROM (SELECT held.place, named.shard, named.mark"
            + " FROM (SELECT (CAST(:ids AS VARCHAR[]))[n] AS id, (CAST(:topics AS VARCHAR[]))[n] AS topic,"
            + " (CAST(:revisions AS BIGINT[]))[n] AS revision, (CAST(:shards AS SMALLINT[]))[n] AS shard,"
            + " (CAST(:marks AS BIGINT[]))[n] AS mark FROM GENERATE_SERIES(1, CAST(:keys AS INT)) AS numbers (n)) AS named"
            + " CROSS JOIN LATERAL (SELECT one.ctid AS place FROM {message} AS one"
            + " WHERE one.id = named.id AND one.topic = named.topic AND one.service || '' = :service"
            + " AND one.revision = named.revision"
            + " AND (one.state = 'WAITING' OR one.state = 'CANCELLED' AND one.todo = '" + Todo.RELAY
            + "' AND one.tries > 0)"
            + " FOR UPDATE SKIP LOCKED) AS held"
            + " WHERE named.mark >= COALESCE((SELECT sound.sound_from FROM {shard} AS sound"
            + " WHERE sound.service = :service AND sound.shard = named.shard), 0)) AS told"
            + " WHERE message.ctid = told.place";

    private final JournalSql sql;

    @Override
    public List<MessageKey> relayed(Collection<Relayed> relayed) {
        sql.requireTransaction();
        int written = 0;
        for (List<Relayed> chunk : Chunks.of(relayed, KeyCondition.MOST)) {
            written += write(chunk);
        }
        return written == relayed.size()
                ? List.of()
                : SoundMarks.keys(relayed, new SoundMarks(sql).isSound().negate());
    }

    private int write(List<Relayed> relayed) {
        long[] revisions = new long[relayed.size()];
        short[] shards = new short[relayed.size()];
        long[] marks = new long[relayed.size()];
        for (int i = 0; i < shards.length; i++) {
            revisions[i] = relayed.get(i).revision().revision();
            shards[i] = (short) relayed.get(i).placement().shard();
            marks[i] = relayed.get(i).placement().mark();
        }
        return sql.named(RELAYED)
                .params(KeyCondition.parameters(
                        relayed.stream().map(row -> row.revision().key()).toList()))
                .params(Map.of(
                        "revisions", revisions,
                        "shards", shards,
                        "marks", marks))
                .update();
    }
}
