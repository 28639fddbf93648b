package org.delay.redisson;

/** The answer to a delete. */
public enum DeleteResult {
    /** The dead letter was deleted. */
    DELETED,
    /** There is no such dead letter. */
    NOT_FOUND
}
