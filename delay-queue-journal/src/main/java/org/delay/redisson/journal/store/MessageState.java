package org.delay.redisson.journal.store;

/** What the journal knows about a message. */
public enum MessageState {
    /** It is owed: it waits for its due time, or is being delivered. */
    WAITING,
    /** It was cancelled. */
    CANCELLED,
    /** It was delivered. */
    DELIVERED,
    /** It was dropped after its time to live. */
    EXPIRED,
    /** It is a dead letter. */
    DEAD
}
