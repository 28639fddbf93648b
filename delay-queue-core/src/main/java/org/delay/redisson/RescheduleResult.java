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
    /** The message has the new due time, and no delivery of it arrives before. */
    RESCHEDULED,
    /** The message has the new due time, but a delivery that was begun before may still arrive, and earlier than that. */
    RESCHEDULED_IN_FLIGHT,
    /** A delivery is under way; nothing is changed. */
    IN_FLIGHT,
    /** There is no such message: never sent, delivered already, cancelled, or dead. */
    NOT_FOUND
}
