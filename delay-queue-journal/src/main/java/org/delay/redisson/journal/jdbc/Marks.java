package org.delay.redisson.journal.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.ShardMark;

/** The table of shards: how far Redis was told, and what it lost. */
@RequiredArgsConstructor
final class Marks {

    private static final String READ =
            "SELECT shard, mark, marked_at, redis, lost_from, sound_from FROM {shard} WHERE service = :service";
    private static final String ONE = READ + " AND shard = :shard";
    private static final String ALL = READ + " AND shard >= 0 ORDER BY shard";

    private static final String UPDATE = "UPDATE {shard} SET mark = :mark, marked_at = {now}, redis = :redis,"
            + " sound_from = GREATEST(sound_from, :soundFrom)%s WHERE service = :service AND shard = :shard"
            + " AND mark = :knownMark AND redis = :knownRedis";
    private static final String RAISE = UPDATE.formatted("");
    private static final String LOST = UPDATE.formatted(", repair_at = 0,"
            + " lost_from = CASE WHEN lost_from IS NULL OR lost_from > :from THEN :from ELSE lost_from END");

    /** A time that is too far in the future is from before the clock was set back. */
    private static final String TAKE = "UPDATE {shard} SET repair_at = {now} + :lease WHERE service = :service"
            + " AND shard = :shard AND lost_from IS NOT NULL AND (repair_at <= {now} OR repair_at > {now} + :lease)";

    private static final String KEEP =
            "UPDATE {shard} SET repair_at = {now} + :lease WHERE service = :service AND shard = :shard";
    private static final String REPAIRED = "UPDATE {shard} SET lost_from = NULL WHERE service = :service"
            + " AND shard = :shard AND lost_from = :from AND sound_from = :soundFrom";

    private final JournalSql sql;
    private final ShardRows rows;

    List<ShardMark> all() {
        return sql.named(ALL).query(Marks::mark).list();
    }

    /** Once Redis has a mark, it never takes anything without one, unless it is another Redis. */
    Optional<ShardMark> raise(ShardMark known, String redis, long met) {
        return update(RAISE, known, redis, met, Map.of("soundFrom", Math.min(met, 1)));
    }

    Optional<ShardMark> lost(ShardMark known, String redis, long from) {
        return update(LOST, known, redis, from, Map.of("from", from, "soundFrom", next(known, from)));
    }

    boolean takeLoss(int shard, Duration lease) {
        return write(TAKE, shard, Map.of("lease", lease.toMillis())) > 0;
    }

    void keepLoss(int shard, Duration lease) {
        write(KEEP, shard, Map.of("lease", lease.toMillis()));
    }

    void repaired(ShardMark known) {
        if (known.lostFrom() != null) {
            write(REPAIRED, known.shard(), Map.of("from", known.lostFrom(), "soundFrom", known.soundFrom()));
        }
    }

    private static long next(ShardMark known, long met) {
        return Math.max(known.mark(), met) + 1;
    }

    private Optional<ShardMark> update(
            String text, ShardMark known, String redis, long met, Map<String, Object> parameters) {
        sql.requireTransaction();
        if (known.mark() == 0) {
            rows.insertIfAbsent(known.shard());
        }
        int changed = sql.named(text)
                .param("shard", known.shard())
                .param("mark", next(known, met))
                .param("redis", redis)
                .param("knownMark", known.mark())
                .param("knownRedis", known.redis())
                .params(parameters)
                .update();
        return changed == 0
                ? Optional.empty()
                : sql.named(ONE)
                        .param("shard", known.shard())
                        .query(Marks::mark)
                        .optional();
    }

    private int write(String text, int shard, Map<String, Object> parameters) {
        sql.requireTransaction();
        return sql.named(text).param("shard", shard).params(parameters).update();
    }

    private static ShardMark mark(ResultSet row, int number) throws SQLException {
        long lostFrom = row.getLong("lost_from");
        boolean none = row.wasNull();
        return new ShardMark(
                row.getInt("shard"),
                row.getLong("mark"),
                Instant.ofEpochMilli(row.getLong("marked_at")),
                row.getString("redis"),
                none ? null : lostFrom,
                row.getLong("sound_from"));
    }
}
