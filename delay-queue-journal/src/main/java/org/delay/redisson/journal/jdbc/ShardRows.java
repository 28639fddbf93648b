package org.delay.redisson.journal.jdbc;

import lombok.RequiredArgsConstructor;
import lombok.extern.slf4j.Slf4j;
import org.springframework.dao.DuplicateKeyException;

/** Makes rows of the table of shards. */
@Slf4j
@RequiredArgsConstructor
final class ShardRows {

    private final JournalSql sql;
    private final String insertIfAbsent;

    void insertIfAbsent(int shard) {
        try {
            sql.named(insertIfAbsent).param("shard", shard).update();
        } catch (DuplicateKeyException another) {
            // Only H2 throws it, which goes on in a transaction of which a statement has failed.
            log.debug("Another instance has just inserted shard {}", shard);
        }
    }
}
