package org.delay.redisson.journal.store;

import java.time.Duration;

/**
 * What Redis must still be told.
 *
 * @param pending how many rows, counted up to 10,000
 * @param oldest how long the oldest of them waits, by the database's clock; zero if there is none
 */
public record Backlog(long pending, Duration oldest) {}
