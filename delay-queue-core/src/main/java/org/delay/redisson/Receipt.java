package org.delay.redisson;

import java.time.Instant;

/**
 * The result of a send: the message is stored, and will be delivered.
 *
 * <pre>{@code
 * Receipt receipt = producer.sendMessage(message);
 * return switch (receipt.outcome()) {
 *     case SCHEDULED, REPLACED, REPLACED_IN_FLIGHT -> true;
 *     case KEPT, KEPT_IN_FLIGHT -> false;
 * };
 * }</pre>
 *
 * @param id the caller's id or the generated one; the same at every redelivery
 * @param dueTime when the message is due by Redis's clock, in whole milliseconds; for {@link Outcome#KEPT} and
 *     {@link Outcome#KEPT_IN_FLIGHT} the time of the existing message
 * @param outcome what the send found under this id
 */
public record Receipt(String topic, String id, Instant dueTime, Outcome outcome) {

    /** What a send did, depending on what it found under its topic and id. */
    public enum Outcome {
        /** There was no such message. */
        SCHEDULED,
        /** The message has the new body and due time, and the old one can't arrive any more. */
        REPLACED,
        /**
         * The message has the new body and due time, and will be delivered. But the old one is being delivered, or an earlier
         * delivery of it may still arrive.
         */
        REPLACED_IN_FLIGHT,
        /** The existing message stays unchanged ({@link OutgoingMessage.OnDuplicate#KEEP}). */
        KEPT,
        /** The existing message stays unchanged. It is being delivered, or an earlier delivery of it may still arrive. */
        KEPT_IN_FLIGHT
    }
}
