package org.delay.redisson;

/**
 * The result of a reschedule.
 *
 * <pre>{@code
 * RescheduleResult result = producer.reschedule(receipt.topic(), receipt.id(), time);
 * return result == RescheduleResult.RESCHEDULED;
 * }</pre>
 */
public enum RescheduleResult {
    /** The message has the new due time, and no delivery arrives before. */
    RESCHEDULED,
    /** The message has the new due time, but an earlier delivery may still arrive before it. */
    RESCHEDULED_IN_FLIGHT,
    /** A delivery is under way; nothing was changed. */
    IN_FLIGHT,
    /** There is no such message: it was never sent, or is delivered, cancelled or a dead letter. */
    NOT_FOUND
}
