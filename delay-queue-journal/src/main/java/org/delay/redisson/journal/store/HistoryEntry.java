package org.delay.redisson.journal.store;

import java.time.Instant;

/**
 * One line of a message's history.
 *
 * @param at when it was written, by the database's clock
 * @param instance the instance that wrote it
 */
public record HistoryEntry(HistoryEvent event, Instant at, String instance) {}
