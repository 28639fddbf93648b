package org.delay.redisson.journal.store;

/** What a send does if a message with its key waits. */
public enum OnWaiting {
    /** The new message takes its place. */
    REPLACE,
    /** The waiting message stays unchanged. */
    KEEP
}
