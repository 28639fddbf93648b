package org.delay.redisson.journal;

import javax.sql.DataSource;
import org.delay.redisson.journal.store.JournalStore;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The database of a journal.
 *
 * @param store its tables
 * @param source where its connections come from, as transactions know it: not a proxy around what the manager has
 * @param manager begins transactions of its own, and those of the application that sends are to be part of
 */
public record JournalDatabase(JournalStore store, DataSource source, PlatformTransactionManager manager) {}
