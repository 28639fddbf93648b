package org.delay.redisson.journal.jdbc;

import org.delay.redisson.journal.store.MessageState;
import org.delay.redisson.journal.store.RowVersion;

/** A row that this transaction holds. */
record LockedRow(RowVersion version, String todo) {

    boolean isWaiting() {
        return version.state() == MessageState.WAITING;
    }
}
