package org.delay.redisson.journal;

/** What a send outside of transactions does while the journal's database does not answer. In a transaction it throws in any case. */
public enum WhenDown {
    /** It throws, since nothing could be restored. */
    REFUSE,
    /** It goes to Redis without being recorded. A restore does not know such a message. */
    BYPASS
}
