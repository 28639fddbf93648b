package org.delay.redisson;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failed call of the queue, with the topic and the ids concerned. Each subclass says whether anything was done. Invalid
 * arguments throw {@link IllegalArgumentException} instead, before anything is written.
 *
 * <p>A repeated send with the same id is harmless. This leaves one message, whatever the outcome of the first attempt:
 *
 * <pre>{@code
 * public Receipt remindReliably(Order order) {
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
     * @param topic the topic, or an empty string if the call names none
     */
    protected DelayQueueException(String what, String topic, Collection<String> ids, @Nullable Throwable cause) {
        super(what + messages(topic, ids), cause);
        this.topic = topic;
        this.ids = List.copyOf(ids);
    }

    /** The topic, or an empty string if the call names none. */
    public String topic() {
        return topic;
    }

    /** The ids of the messages, in the order of the call; empty if the call names none. */
    public List<String> ids() {
        return ids;
    }

    /** Nothing for calls that name no topic, such as those of the dashboard. */
    private static String messages(String topic, Collection<String> ids) {
        return topic.isEmpty() && ids.isEmpty() ? "" : " (topic " + topic + ", " + text(ids) + ")";
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
     * The call did nothing: Redis could not be reached, or refused the call (read-only, loading, out of memory, a key of the
     * wrong type). Repeat it later.
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
     * This version of the library can't read the format in which Redis stores the service, so the call did nothing. Messages are
     * safe. The text says which version to use.
     */
    public static class UnsupportedFormat extends Refused {

        /** The text quotes the cause. */
        public UnsupportedFormat(String topic, Collection<String> ids, Throwable cause) {
            super(String.valueOf(cause.getMessage()), topic, ids, cause);
        }
    }

    /**
     * The database of the journal did not accept the call ({@code delay.redisson.journal.enabled}), and nothing was changed. Repeat it
     * later. Inside a transaction, the transaction should be rolled back.
     */
    public static class NotRecorded extends Refused {

        /** The text quotes the cause. */
        public NotRecorded(String topic, Collection<String> ids, Throwable cause) {
            super(
                    "The journal's database did not accept the call, and nothing was changed: " + cause.getMessage(),
                    topic,
                    ids,
                    cause);
        }
    }

    /**
     * No answer arrived, or only the journal's database has accepted the call. So it may have taken effect, or may still do so. Repeat
     * a send with the same id, which the exception names. This leaves one message.
     */
    public static class OutcomeUnknown extends DelayQueueException {

        /** The text quotes the cause. */
        public OutcomeUnknown(String topic, Collection<String> ids, Throwable cause) {
            super("Outcome unknown: " + cause.getMessage(), topic, ids, cause);
        }
    }

    /**
     * The master stored the message, but too few replicas had it in time. It will be delivered unless the master fails before it
     * replicates the message. A repeated send with the same id waits for replicas again; with
     * {@link OutgoingMessage.OnDuplicate#KEEP}, it changes nothing else.
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

    /**
     * A message with this id exists, and the send used {@link OutgoingMessage.OnDuplicate#REJECT}. Nothing was changed for these
     * ids.
     */
    public static class Duplicate extends DelayQueueException {

        /** The text names the ids that exist. */
        public Duplicate(String topic, Collection<String> ids) {
            super("A message with this id already exists", topic, ids, null);
        }
    }

    /**
     * The transaction has committed, but calls that waited for its commit failed ({@code delay.redisson.transaction=after-commit}).
     * Don't repeat the transaction. Send {@link #unsent()} again, and repeat the cancels and reschedules that
     * {@link #failures()} names.
     */
    public static class FailedAfterCommit extends DelayQueueException {

        private final transient List<DelayQueueException> failures;
        private final transient List<OutgoingMessage> unsent;

        /**
         * Both lists are in the order of the calls.
         *
         * @param failures at least one
         */
        public FailedAfterCommit(List<DelayQueueException> failures, List<OutgoingMessage> unsent) {
            super(
                    "The transaction has committed, but queue calls that waited for it failed: "
                            + failures.get(0).getMessage(),
                    failures.get(0).topic(),
                    failures.stream().flatMap(failure -> failure.ids().stream()).toList(),
                    failures.get(0));
            this.failures = List.copyOf(failures);
            this.unsent = List.copyOf(unsent);
        }

        /** For each call that failed: its topic, its ids and the reason. */
        public List<DelayQueueException> failures() {
            return failures;
        }

        /**
         * The messages that were not sent, or may not have been, under the ids of their receipts. Sending them again leaves one
         * message for each id.
         */
        public List<OutgoingMessage> unsent() {
            return unsent;
        }
    }

    /**
     * A stored body can't be read as the type that the receiver asked for. No later attempt can succeed. The converter's text is
     * only in the cause, because it may quote the body. A {@link BodyConverter.InvalidBody} says where the body is wrong.
     */
    public static class UnreadableBody extends DelayQueueException {

        /** The text names the type, and the place if the cause knows it, else the cause's class. */
        public UnreadableBody(String topic, String id, Class<?> type, @Nullable Throwable cause) {
            super("Body can't be read as " + type.getName() + reason(cause), topic, List.of(id), cause);
        }

        private static String reason(@Nullable Throwable cause) {
            if (cause instanceof BodyConverter.InvalidBody invalid) {
                return ": " + invalid.where();
            }
            return cause == null ? "" : ": " + cause.getClass().getName();
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
                    (receipts.size() == 1 ? "1 message was" : receipts.size() + " messages were")
                            + " accepted, these were not",
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
