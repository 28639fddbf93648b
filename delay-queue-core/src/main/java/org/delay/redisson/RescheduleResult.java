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
    /** The message has the new due time, and no delivery arrives before it. */
    RESCHEDULED,
    /** The message has the new due time, but an earlier delivery may still arrive before it. */
    RESCHEDULED_IN_FLIGHT,
    /** A delivery is under way, or may be; nothing was changed. */
    IN_FLIGHT,
    /** There is no such message: it was never sent, was delivered or cancelled, or is a dead letter. */
    NOT_FOUND,
    /**
     * Recorded, and not done yet: done once the current transaction has committed, and not at all if it rolls back. With
     * {@code delay.redisson.transaction=after-commit}, or by a journal, which also answers so without a transaction while the
     * store is down.
     */
    RECORDED
}
