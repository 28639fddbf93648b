package org.delay.redisson.journal.jdbc;

import java.util.Collection;
import org.delay.redisson.journal.store.Relayed;

/** Records what Redis was told. Rows that others hold are left alone. */
interface Confirmations {

    /** When a message that waits is looked for in Redis, after it was due. */
    long AUDIT_AFTER_MILLIS = 600_000;

    void relayed(Collection<Relayed> relayed);
}
