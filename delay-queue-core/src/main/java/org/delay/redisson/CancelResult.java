package org.delay.redisson;

/**
 * The result of a cancel. Except with {@link #RECORDED}, no further delivery of the message will begin.
 *
 * <pre>{@code
 * CancelResult result = producer.cancel(receipt.topic(), receipt.id());
 * return result == CancelResult.CANCELLED;
 * }</pre>
 */
public enum CancelResult {
    /**
     * The message is removed, and no delivery of it can be under way. This says nothing about an earlier message with the same
     * id that was cancelled in flight or became a dead letter.
     */
    CANCELLED,
    /**
     * The message is removed, but a delivery is under way, or an earlier one may still arrive. The receiver may get the message
     * once more; it is not retried. A receiver that must not act in this case checks its own data.
     */
    IN_FLIGHT,
    /** There is no such message: it was never sent, was delivered or cancelled, or is a dead letter. */
    NOT_FOUND,
    /**
     * Recorded, and not done yet: done once the current transaction has committed, and not at all if it rolls back. A
     * delivery may be under way until then. With {@code delay.redisson.transaction=after-commit}, or by a journal, which also
     * answers so without a transaction while the store is down.
     */
    RECORDED
}
