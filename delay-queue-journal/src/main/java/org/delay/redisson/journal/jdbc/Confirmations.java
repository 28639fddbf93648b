package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import java.util.List;
import org.delay.redisson.journal.store.MessageKey;
import org.delay.redisson.journal.store.Relayed;

/**
 * Records what Redis was told. Rows that others hold are left alone, as those that Redis took before its last loss. A cancel of what may
 * have been under way is left to the sweep, which tells Redis again.
 */
interface Confirmations {

    /** When a message that waits is looked for in Redis, after it was due. */
    long AUDIT_AFTER_MILLIS = 600_000;

    /** Returns those that Redis took before its last loss. */
    List<MessageKey> relayed(Collection<Relayed> relayed);
}
