package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import org.delay.redisson.journal.store.MessageKey;

/**
 * H2, in any of its modes. {@code FOR UPDATE} locks all rows that match, also those beyond a limit: two sweeps at the same time do not
 * share the work, the second finds nothing.
 */
final class H2Dialect implements Dialect {

    @Override
    public String name() {
        return "h2";
    }

    /** Of the transaction's begin: H2 has no other time in standard modes. */
    @Override
    public String now() {
        return "DATEDIFF(MILLISECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00', CURRENT_TIMESTAMP)";
    }

    @Override
    public boolean returning() {
        return false;
    }

    @Override
    public String insertShard() {
        return "MERGE INTO {shard} known USING (SELECT CAST(:service AS VARCHAR(249)) AS service,"
                + " CAST(:shard AS SMALLINT) AS shard) named ON known.service = named.service AND known.shard = named.shard"
                + " WHEN NOT MATCHED THEN INSERT (service, shard, mark, marked_at, redis)"
                + " VALUES (named.service, named.shard, 0, 0, '')";
    }

    /** Else H2 prefers an index that begins with the service, and reads all rows of the service for each page. */
    @Override
    public String ofService() {
        return "SUBSTRING(service, 1) = :service";
    }

    @Override
    public KeyCondition keys(Collection<MessageKey> keys) {
        return KeyCondition.lists(keys);
    }
}
