package org.delay.redisson;

/** The answer to a reschedule. */
public enum RescheduleResult {
    /** The message has the new due time. */
    RESCHEDULED,
    /** A delivery is under way; nothing is changed. */
    IN_FLIGHT,
    /** There is no such message: never sent, delivered already, cancelled, or dead. */
    NOT_FOUND
}
