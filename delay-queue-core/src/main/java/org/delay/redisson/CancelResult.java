package org.delay.redisson;

/**
 * The answer to a cancel. In each case the message is not delivered again, or was not there.
 *
 * <pre>{@code
 * CancelResult result = producer.cancel(receipt.topic(), receipt.id());
 * return result == CancelResult.CANCELLED;
 * }</pre>
 */
public enum CancelResult {
    /**
     * The message is removed, and no delivery of it can be under way. A message that was sent under the id of one that
     * was cancelled in flight, or of a dead letter, is another message: this says nothing of the deliveries of the first.
     */
    CANCELLED,
    /**
     * A delivery is under way, or an earlier one may still arrive: the receiver may see the message once more, but it is
     * not tried again. A receiver that must not act checks the state of its own data.
     */
    IN_FLIGHT,
    /** There is no such message: never sent, delivered already, cancelled before, or dead. */
    NOT_FOUND
}
