package org.delay.redisson.journal.store;

/** What became of an {@link Ending}. */
public enum EndResult {
    /** The row has this end now. */
    RECORDED,
    /** An earlier call wrote this end. */
    KNOWN,
    /** The row has a higher revision, or another end. It is left alone. */
    SUPERSEDED,
    /** There is no row: the message was sent without the journal, or its row is purged. */
    ABSENT,
    /** Another transaction holds the row. Repeat the call later. */
    LOCKED
}
