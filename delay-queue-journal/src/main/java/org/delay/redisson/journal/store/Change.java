package org.delay.redisson.journal.store;

/** What happened to a message, as its history tells. The names are stored: at most 12 characters. */
public enum Change {
    /** It was recorded, where nothing waited. */
    SENT,
    /** It took the place of a message that waited. */
    REPLACED,
    /** Its due time was changed. */
    RESCHEDULED,
    /** It was cancelled. */
    CANCELLED,
    /** Redis has taken it. */
    RELAYED,
    /** A delivery failed. */
    FAILED,
    /** It was delivered. */
    DELIVERED,
    /** It was dropped after its time to live. */
    EXPIRED,
    /** It became a dead letter. */
    DEAD,
    /** Its end was recorded, but Redis had given it to somebody else: it waits again. */
    REOPENED,
    /** It was made due again after it was a dead letter. */
    REDRIVEN,
    /** Redis gave it out after it had ended or changed, and it was not delivered. */
    DROPPED,
    /** Redis had lost it, and it is relayed again. */
    RESTORED,
    /** It was taken in from Redis, which had it before the journal. */
    ADOPTED,
    /** Its dead letter was deleted. */
    DELETED
}
