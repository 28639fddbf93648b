package org.delay.redisson.journal.jdbc;

import java.util.List;
import org.delay.redisson.journal.store.JournalMessage;
import org.delay.redisson.journal.store.Recorded;

/** Writes rows that wait, whether there are such rows or not. In one statement as far as the database can, never by insert and catch. */
interface Upsert {

    /** The most rows of a statement. */
    default int mostRows() {
        return Chunks.ROWS;
    }

    /** Whether {@link #replace} is one statement, so that it needs no transaction. */
    default boolean replacesInOneStatement() {
        return false;
    }

    /** Writes all. Messages are sorted by key, no key twice. Answers in any order. */
    List<Recorded> replace(List<JournalMessage> messages);

    /** Writes those whose key has no row that waits. Otherwise as {@link #replace}. */
    List<Recorded> keep(List<JournalMessage> messages);
}
