package org.delay.redisson.journal.store;

/** The revision and state of a row. */
public record RowVersion(long revision, MessageState state) {}
