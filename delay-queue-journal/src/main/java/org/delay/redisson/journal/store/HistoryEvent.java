package org.delay.redisson.journal.store;

import org.jspecify.annotations.Nullable;

/**
 * One line for a message's history.
 *
 * @param shard where it happened in Redis, or null
 * @param thread the thread that did it, cut to 100 characters, or null
 * @param detail for example an error, cut to 1,000 characters, or null. Never the message's content
 */
public record HistoryEvent(
        MessageRevision message,
        Change change,
        @Nullable Integer shard,
        @Nullable String thread,
        @Nullable String detail) {}
