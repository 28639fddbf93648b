package org.delay.redisson;

/**
 * The answer to a reschedule.
 *
 * <pre>{@code
 * RescheduleResult result = producer.reschedule(receipt.topic(), receipt.id(), time);
 * return result == RescheduleResult.RESCHEDULED;
 * }</pre>
 */
public enum RescheduleResult {
    /** The message has the new due time. */
    RESCHEDULED,
    /** A delivery is under way; nothing is changed. */
    IN_FLIGHT,
    /** There is no such message: never sent, delivered already, cancelled, or dead. */
    NOT_FOUND
}
