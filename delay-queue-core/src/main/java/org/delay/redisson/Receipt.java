package org.delay.redisson;

import java.time.Instant;

/**
 * The result of a send: the message is stored, and will be delivered. With {@link Outcome#RECORDED}, it is sent only when the
 * transaction commits.
 *
 * <pre>{@code
 * Receipt receipt = producer.sendMessage(message);
 * return switch (receipt.outcome()) {
 *     case SCHEDULED, REPLACED, REPLACED_IN_FLIGHT -> true;
 *     case KEPT, KEPT_IN_FLIGHT, RECORDED -> false;
 * };
 * }</pre>
 *
 * @param id the caller's id or the generated one; the same at every redelivery
 * @param dueTime when the message is due by Redis's clock, in whole milliseconds. For {@link Outcome#KEPT} and
 *     {@link Outcome#KEPT_IN_FLIGHT}, the time of the existing message. For {@link Outcome#RECORDED}, the recorded time,
 *     which {@code after-commit} estimates by this machine's clock
 * @param outcome what the send did
 */
public record Receipt(String topic, String id, Instant dueTime, Outcome outcome) {

    /** What a send did, depending on what it found under its topic and id. */
    public enum Outcome {
        /** There was no such message. */
        SCHEDULED,
        /** The message has the new body and due time, and the old one can't arrive any more. */
        REPLACED,
        /**
         * The message has the new body and due time, and will be delivered. However, the old one is being delivered, or an
         * earlier delivery of it may still arrive.
         */
        REPLACED_IN_FLIGHT,
        /** The existing message stays unchanged ({@link OutgoingMessage.OnDuplicate#KEEP}). */
        KEPT,
        /** The existing message stays unchanged. It is being delivered, or an earlier delivery of it may still arrive. */
        KEPT_IN_FLIGHT,
        /**
         * Recorded, and not sent yet: sent under this id once the current transaction has committed, and not at all if it
         * rolls back.
         *
         * <p>A journal records the message in the transaction itself, so the message is safe after the commit. Without a
         * transaction, this is the outcome while Redis is down, or if the call hung for so long that a relay sent the
         * message. With {@code delay.redisson.transaction=after-commit}, the memory of this application has the record, and
         * the message is lost if the application dies before it is sent.
         */
        RECORDED
    }
}
