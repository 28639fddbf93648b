package org.delay.redisson.operations;

/** What became of an {@link Operation}. */
public enum Outcome {
    /** The message is removed and is not delivered. */
    CANCELLED,
    /** The message has a new due time. */
    RESCHEDULED,
    /** The message has a new due time, but an earlier delivery may still arrive. */
    RESCHEDULED_IN_FLIGHT,
    /** A delivery is under way. After a cancel it is the last one; a reschedule has changed nothing. */
    IN_FLIGHT,
    /** The dead letter is due again. */
    SCHEDULED,
    /** A message with the dead letter's id is waiting, so the dead letter stays. */
    EXISTS,
    /** The dead letter is deleted. */
    DELETED,
    /** The topic is paused in all instances. */
    PAUSED,
    /** The topic is delivered again. */
    RESUMED,
    /** The times at which the topic is due are recomputed. */
    REPAIRED,
    /** It is done when the transaction of the calling thread has committed. */
    RECORDED,
    /** There is no such message or dead letter. */
    NOT_FOUND
}
