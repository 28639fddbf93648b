package org.delay.redisson;

import java.time.Instant;

/**
 * The answer to a send: the message is stored, and will be delivered.
 *
 * <pre>{@code
 * Receipt receipt = producer.sendMessage(message);
 * return switch (receipt.outcome()) {
 *     case SCHEDULED, REPLACED, REPLACED_IN_FLIGHT -> true;
 *     case KEPT, KEPT_IN_FLIGHT -> false;
 * };
 * }</pre>
 *
 * @param id the caller's id or the generated one; it stays the same over every redelivery
 * @param dueTime when the message is due by Redis's clock, in whole milliseconds; for {@link Outcome#KEPT} and
 *     {@link Outcome#KEPT_IN_FLIGHT} the time that was sent is not used, and this is the time of the message that stays
 * @param outcome what the send found under this id
 */
public record Receipt(String topic, String id, Instant dueTime, Outcome outcome) {

    /** What a send did, by what it found under the same topic and id. */
    public enum Outcome {
        /** There was no such message. */
        SCHEDULED,
        /** A message has the new body and the new due time, and nothing of the old one can still arrive. */
        REPLACED,
        /**
         * The message has the new body and the new due time, and is delivered then. But the old one is being delivered, or
         * an earlier delivery of it may still arrive.
         */
        REPLACED_IN_FLIGHT,
        /** The message that was there stays as it is ({@link OutgoingMessage.OnDuplicate#KEEP}). */
        KEPT,
        /** The message that was there stays as it is, and is being delivered, or an earlier delivery of it may still arrive. */
        KEPT_IN_FLIGHT
    }
}
