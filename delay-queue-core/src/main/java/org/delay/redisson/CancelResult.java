package org.delay.redisson;

/**
 * The result of a cancel. In each case the message is not delivered again, or did not exist.
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
     * The message is removed, but a delivery is under way, or an earlier one may still arrive. The receiver may see the message
     * once more; it is not retried. A receiver that must not act then checks its own data.
     */
    IN_FLIGHT,
    /** There is no such message: it was never sent, or is delivered, cancelled or a dead letter. */
    NOT_FOUND
}
