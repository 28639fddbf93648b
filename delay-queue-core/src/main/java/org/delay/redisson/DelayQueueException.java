package org.delay.redisson;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong in the queue, with the topic and the ids that it concerns. Each leaf says what is certain: whether
 * anything was done. Arguments that break a rule are an {@link IllegalArgumentException} instead, thrown before anything
 * is written.
 *
 * <p>Sending again under one id is harmless, so this leaves one message whatever became of the first try:
 *
 * <pre>{@code
 * public Receipt remindSurely(Order order) {
 *     OutgoingMessage reminder = reminder(order);
 *     try {
 *         return producer.sendMessage(reminder);
 *     } catch (OutcomeUnknown e) {
 *         return producer.sendMessage(reminder);
 *     }
 * }
 * }</pre>
 */
public abstract class DelayQueueException extends RuntimeException {

    private static final int IDS_IN_TEXT = 5;

    private final String topic;
    private final List<String> ids;

    /**
     * Says what went wrong, with the topic and some of the ids in its text.
     *
     * @param topic or an empty text
     */
    protected DelayQueueException(String what, String topic, Collection<String> ids, @Nullable Throwable cause) {
        super(what + " (topic " + topic + ", " + text(ids) + ")", cause);
        this.topic = topic;
        this.ids = List.copyOf(ids);
    }

    /** The topic, or an empty text where the call names none. */
    public String topic() {
        return topic;
    }

    /** The messages, in the order of the call; empty where the call names none. */
    public List<String> ids() {
        return ids;
    }

    private static String text(Collection<String> ids) {
        String some = String.join(", ", ids.stream().limit(IDS_IN_TEXT).toList());
        return switch (ids.size()) {
            case 0 -> "no id";
            case 1 -> "id " + some;
            default -> ids.size() + " ids: " + some + (ids.size() > IDS_IN_TEXT ? ", …" : "");
        };
    }

    /**
     * The call surely did nothing: Redis was not reached, or refused it (read-only, loading, out of memory, a key of
     * another type). It can be repeated.
     */
    public static class Refused extends DelayQueueException {

        /** Quotes what the cause says. */
        public Refused(String topic, Collection<String> ids, Throwable cause) {
            this("Redis did not take the call, nothing was changed: " + cause.getMessage(), topic, ids, cause);
        }

        private Refused(String what, String topic, Collection<String> ids, Throwable cause) {
            super(what, topic, ids, cause);
        }
    }

    /**
     * This version of the library can't read how the service is stored in Redis, and did nothing. Messages are safe. The text
     * says which version to use.
     */
    public static class UnsupportedFormat extends Refused {

        /** Quotes what the cause says. */
        public UnsupportedFormat(String topic, Collection<String> ids, Throwable cause) {
            super(String.valueOf(cause.getMessage()), topic, ids, cause);
        }
    }

    /**
     * No answer came: the call may have been carried out, or may yet be. A send can be repeated with the same id, which
     * the exception names: there is one message under it in the end.
     */
    public static class OutcomeUnknown extends DelayQueueException {

        /** Quotes what the cause says. */
        public OutcomeUnknown(String topic, Collection<String> ids, Throwable cause) {
            super("Outcome unknown: " + cause.getMessage(), topic, ids, cause);
        }
    }

    /**
     * The master has the message, and fewer replicas than asked for had it in time. It will be delivered unless the master is
     * lost before it has passed the message on. Sending again with the same id waits anew; with
     * {@link OutgoingMessage.OnDuplicate#KEEP} nothing else happens.
     */
    public static class NotReplicated extends DelayQueueException {

        private final int replicas;

        /** Names how many replicas had the message, of how many that were asked for. */
        public NotReplicated(String topic, Collection<String> ids, int replicas, int wanted) {
            super("Stored, but in time only " + replicas + " of " + wanted + " replicas had it", topic, ids, null);
            this.replicas = replicas;
        }

        /** How many replicas had the message when the time was over. */
        public int replicas() {
            return replicas;
        }
    }

    /** There is a message with this id, and the send asked to be rejected then. Nothing was changed for these ids. */
    public static class Duplicate extends DelayQueueException {

        /** Names those that were there. */
        public Duplicate(String topic, Collection<String> ids) {
            super("A message with this id is there already", topic, ids, null);
        }
    }

    /**
     * A stored body is not of the type that the receiver names. No later attempt can help. What the converter says of it
     * is only in the cause: it may quote the body.
     */
    public static class UnreadableBody extends DelayQueueException {

        /** Names the type that was asked for. */
        public UnreadableBody(String topic, String id, Class<?> type, @Nullable Throwable cause) {
            super("Body can't be read as " + type.getName(), topic, List.of(id), cause);
        }
    }

    /** Of a send of several messages, some or all were not accepted; it says which. */
    public static class PartlySent extends DelayQueueException {

        private final transient List<Receipt> receipts;
        private final transient List<DelayQueueException> failures;

        /**
         * Both in the order of the call.
         *
         * @param failures at least one
         */
        public PartlySent(List<Receipt> receipts, List<DelayQueueException> failures) {
            super(
                    receipts.size() + " messages were accepted, these were not",
                    failures.get(0).topic(),
                    failures.stream().flatMap(failure -> failure.ids().stream()).toList(),
                    failures.get(0));
            this.receipts = List.copyOf(receipts);
            this.failures = List.copyOf(failures);
        }

        /** The answers for those that were accepted, in the order of the call. */
        public List<Receipt> receipts() {
            return receipts;
        }

        /** For each that was not accepted, its topic, its id and why, in the order of the call. */
        public List<DelayQueueException> failures() {
            return failures;
        }
    }
}
