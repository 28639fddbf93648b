package org.delay.redisson.journal;

import org.delay.redisson.journal.store.JournalStore;

/**
 * What it takes to write in the database.
 *
 * @param sql for threads that must not wait for it
 */
record Books(JournalStore store, JournalTransactions transactions, History history, BoundedSqlCalls sql) {}
