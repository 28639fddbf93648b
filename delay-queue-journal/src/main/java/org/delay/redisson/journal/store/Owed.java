package org.delay.redisson.journal.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The messages that are owed.
 *
 * @param waiting how many wait
 * @param overdue how many of them were due at the given time
 * @param oldest the earliest due time, or null if none waits
 */
public record Owed(long waiting, long overdue, @Nullable Instant oldest) {}
