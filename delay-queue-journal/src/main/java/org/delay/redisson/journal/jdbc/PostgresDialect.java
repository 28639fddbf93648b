package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import org.delay.redisson.journal.store.MessageKey;

/** PostgreSQL. */
final class PostgresDialect implements Dialect {

    private static final String LOCK = "SELECT held.* FROM " + KeyCondition.NAMED
            + " CROSS JOIN LATERAL (SELECT one.id, one.topic, one.revision, one.state, one.todo FROM {message} AS one WHERE "
            + KeyCondition.IS_NAMED + " FOR UPDATE%s) AS held";

    @Override
    public String name() {
        return "postgresql";
    }

    /** Not {@code clock_timestamp()}: it is volatile, so an index would be read to its end. */
    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM STATEMENT_TIMESTAMP()) * 1000 AS BIGINT)";
    }

    @Override
    public boolean returning() {
        return true;
    }

    @Override
    public String insertShard() {
        return "INSERT INTO {shard} (service, shard, mark, marked_at, redis) VALUES (:service, :shard, 0, 0, '')"
                + " ON CONFLICT DO NOTHING";
    }

    @Override
    public KeyCondition keys(Collection<MessageKey> keys) {
        return KeyCondition.places(keys);
    }

    @Override
    public KeyCondition lock(Collection<MessageKey> keys, String others) {
        return keys.size() == 1
                ? Dialect.super.lock(keys, others)
                : new KeyCondition(LOCK.formatted(others), KeyCondition.parameters(keys));
    }
}
