package org.delay.redisson.journal.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.delay.redisson.journal.store.JournalStore;
import org.delay.redisson.journal.store.ShardMark;

/** The part of the store that knows shards, not messages. */
abstract class JdbcShardStore implements JournalStore {

    private final Marks marks;
    private final Audits audits;

    JdbcShardStore(JournalSql sql, Database database) {
        ShardRows shards = new ShardRows(sql, database.dialect().insertShard());
        marks = new Marks(sql, shards);
        audits = new Audits(sql, shards);
    }

    @Override
    public final List<ShardMark> marks() {
        return marks.all();
    }

    @Override
    public final Optional<ShardMark> raiseMark(ShardMark known, String redis, long met) {
        return marks.raise(known, redis, met);
    }

    @Override
    public final Optional<ShardMark> lost(ShardMark known, String redis, long from) {
        return marks.lost(known, redis, from);
    }

    @Override
    public final boolean takeLoss(int shard, Duration lease) {
        return marks.takeLoss(shard, lease);
    }

    @Override
    public final void keepLoss(int shard, Duration lease) {
        marks.keepLoss(shard, lease);
    }

    @Override
    public final void repaired(ShardMark known) {
        marks.repaired(known);
    }

    @Override
    public final boolean auditFound(int absent, int mostPerHour) {
        return audits.found(absent, mostPerHour);
    }

    @Override
    public final boolean isAuditStopped() {
        return audits.isStopped();
    }

    @Override
    public final void resumeAudit() {
        audits.resume();
    }
}
