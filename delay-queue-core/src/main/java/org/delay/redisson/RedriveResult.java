package org.delay.redisson;

/** The answer to a redrive. */
public enum RedriveResult {
    /** The message is due now. */
    SCHEDULED,
    /** A live message with this id exists, so the dead letter stays. */
    EXISTS,
    /** There is no such dead letter. */
    NOT_FOUND
}
