package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import lombok.RequiredArgsConstructor;
import org.delay.redisson.journal.store.MessageKey;

/** MySQL and MariaDB. Their statements are the same, their collations are not. */
@RequiredArgsConstructor
final class MySqlDialect implements Dialect {

    private final String name;

    @Override
    public String name() {
        return name;
    }

    @Override
    public String now() {
        return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";
    }

    @Override
    public boolean returning() {
        return false;
    }

    @Override
    public String insertShard() {
        return "INSERT INTO {shard} (service, shard, mark, marked_at, redis) VALUES (:service, :shard, 0, 0, '')"
                + " ON DUPLICATE KEY UPDATE mark = mark";
    }

    @Override
    public KeyCondition keys(Collection<MessageKey> keys) {
        return KeyCondition.lists(keys);
    }
}
