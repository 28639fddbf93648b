package org.delay.redisson;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure of the queue, with the topic and the ids concerned. Each subclass says whether anything was done. Invalid
 * arguments throw {@link IllegalArgumentException} instead, before anything is written.
 *
 * <p>A repeated send with the same id is harmless. This leaves one message, whatever the outcome of the first try:
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
     * Describes the failure. The text names the topic and some of the ids.
     *
     * @param topic or an empty text
     */
    protected DelayQueueException(String what, String topic, Collection<String> ids, @Nullable Throwable cause) {
        super(what + " (topic " + topic + ", " + text(ids) + ")", cause);
        this.topic = topic;
        this.ids = List.copyOf(ids);
    }

    /** The topic, or an empty text if the call names none. */
    public String topic() {
        return topic;
    }

    /** The messages, in the order of the call; empty if the call names none. */
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
     * The call did nothing: Redis was not reached, or refused the call (read-only, loading, out of memory, wrong type of a
     * key). Repeat it later.
     */
    public static class Refused extends DelayQueueException {

        /** The text quotes the cause. */
        public Refused(String topic, Collection<String> ids, Throwable cause) {
            this("Redis did not accept the call, and nothing was changed: " + cause.getMessage(), topic, ids, cause);
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

        /** The text quotes the cause. */
        public UnsupportedFormat(String topic, Collection<String> ids, Throwable cause) {
            super(String.valueOf(cause.getMessage()), topic, ids, cause);
        }
    }

    /**
     * No answer came: the call may have been carried out, or may still be. Repeat a send with the same id, which the exception
     * names: this leaves one message.
     */
    public static class OutcomeUnknown extends DelayQueueException {

        /** The text quotes the cause. */
        public OutcomeUnknown(String topic, Collection<String> ids, Throwable cause) {
            super("Outcome unknown: " + cause.getMessage(), topic, ids, cause);
        }
    }

    /**
     * The master stored the message, but too few replicas had it in time. It will be delivered unless the master fails before
     * it replicates the message. A repeated send with the same id waits again; with
     * {@link OutgoingMessage.OnDuplicate#KEEP} it changes nothing.
     */
    public static class NotReplicated extends DelayQueueException {

        private final int replicas;

        /** The text names both numbers. */
        public NotReplicated(String topic, Collection<String> ids, int replicas, int wanted) {
            super(
                    "Stored, but only " + replicas + " of " + wanted + " replicas confirmed it in time",
                    topic,
                    ids,
                    null);
            this.replicas = replicas;
        }

        /** How many replicas had the message at the timeout. */
        public int replicas() {
            return replicas;
        }
    }

    /** A message with this id exists, and the send asked to be rejected in this case. Nothing was changed for these ids. */
    public static class Duplicate extends DelayQueueException {

        /** Names the ids that exist. */
        public Duplicate(String topic, Collection<String> ids) {
            super("A message with this id already exists", topic, ids, null);
        }
    }

    /**
     * A stored body can't be read as the type that the receiver asked for. No later attempt can succeed. The converter's text
     * is only in the cause, since it may quote the body.
     */
    public static class UnreadableBody extends DelayQueueException {

        /** The text names the type. */
        public UnreadableBody(String topic, String id, Class<?> type, @Nullable Throwable cause) {
            super("Body can't be read as " + type.getName(), topic, List.of(id), cause);
        }
    }

    /** Some or all messages of a send were not accepted. */
    public static class PartlySent extends DelayQueueException {

        private final transient List<Receipt> receipts;
        private final transient List<DelayQueueException> failures;

        /**
         * Both lists are in the order of the call.
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

        /** The receipts of accepted messages, in the order of the call. */
        public List<Receipt> receipts() {
            return receipts;
        }

        /** For each message that was not accepted: its topic, its id and the reason, in the order of the call. */
        public List<DelayQueueException> failures() {
            return failures;
        }
    }
}
