package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import org.delay.redisson.journal.store.MessageKey;

/** What differs from database to database. */
interface Dialect {

    /** As in {@code schema-<name>.sql}. */
    String name();

    /** The time in epoch milliseconds, as an expression that an index can be searched by. */
    String now();

    /** Whether an {@code UPDATE} can have a {@code RETURNING}. */
    boolean returning();

    /** The statement that inserts the row of {@code :shard} with mark 0, unless it exists. */
    String insertShard();

    /** The condition of a page in the order of the primary key, on the service alone. */
    default String ofService() {
        return "service = :service";
    }

    /** The condition that finds messages by the primary key, not to lock several. */
    KeyCondition keys(Collection<MessageKey> keys);

    /**
     * The statement that locks messages in their order, and reads {@code id, topic, revision, state, todo}.
     *
     * @param keys sorted
     * @param others nothing, or what to do with rows that others hold
     */
    default KeyCondition lock(Collection<MessageKey> keys, String others) {
        KeyCondition condition = keys(keys);
        return new KeyCondition(
                "SELECT id, topic, revision, state, todo FROM {message} WHERE" + condition.text()
                        + " ORDER BY id, topic FOR UPDATE" + others,
                condition.parameters());
    }
}
