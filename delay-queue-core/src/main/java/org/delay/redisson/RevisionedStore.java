package org.delay.redisson;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose messages are owed by another store, for example by a journal in a database. Each change of a message has a
 * revision there, and this store ignores a change whose revision is not higher than what it has. So changes may arrive late,
 * repeatedly and in any order: the highest revision stays.
 *
 * <p>The store remembers no revision of a message that it no longer has. A change that arrives after a message was delivered or
 * cancelled brings the message back, under the revision of that change. {@link DispatchOperations.Claimed#revision} tells it at
 * the claim, so that the owner of the messages can recognise it before its delivery.
 *
 * <p>Safe for use by many threads. Calls that name messages check all of them first and throw {@link IllegalArgumentException}
 * before anything is written. Calls other than {@link #prepare} block the calling thread for about one round trip, and throw
 * {@link IllegalStateException} on the threads of the Redis client.
 */
public interface RevisionedStore {

    /** The highest revision: scripts of Redis compare revisions as numbers of 53 bits. */
    long MAX_REVISION = (1L << 53) - 1;

    /**
     * Prepares a message without storing it: checks it as a send does, gives it an id if it has none, and writes its content.
     *
     * <p>A delay becomes a due time by the clock of the store, extrapolated from its last answer and rounded up: never early, and
     * later by up to 0.5 ms for each second since that answer. A due time in the past becomes now, if the store tells its time.
     * Makes no call if this queue has been used before, so it works while the store is down.
     *
     * @throws DelayQueueException.Refused for a delay, if the store's time is unknown and it does not answer
     */
    PreparedMessage prepare(OutgoingMessage message);

    /**
     * Stores messages, except those that are here under the same or a higher revision. A message of a lower revision is
     * replaced in any state, as by a send with {@link OutgoingMessage.OnDuplicate#REPLACE}. If it has the same content, its
     * attempts still count. A dead letter of a lower revision stays beside the new message. An overdue message is due now. If it is
     * overdue by more than 5 s, claims still tell its own due time, from which its time to live counts.
     *
     * @param messages of any topics, in any number, each message once
     * @return what became of each, in the same order; failures too, so that one shard that is down does not hide the others
     */
    List<Relayed> relay(List<RevisionedMessage> messages);

    /**
     * Removes messages that are here under the given or a lower revision, whether they wait or are being delivered. Dead letters
     * stay.
     *
     * @param messages of any topics, in any number, each message once
     * @return what became of each, in the same order; failures too
     */
    List<Relayed> cancel(List<MessageRevision> messages);

    /**
     * Gives revisions to messages that were stored without one. Only messages that wait for the given due time with the
     * given priority and content get one. Nothing else about them changes, and no message is stored that is not here.
     *
     * @param messages of any topics, in any number, each message once
     * @return what became of each, in the same order: {@code REPLACED} if it has the revision now, {@code KEPT} if it had
     *     one before; {@code NOT_FOUND} if it is not here, is being delivered, or has changed. Failures too
     */
    List<Relayed> adopt(List<RevisionedMessage> messages);

    /**
     * Makes a dead letter due now, under a higher revision. Its attempts count from 1 again.
     *
     * @param dead names the dead letter
     * @param revision its new one, higher than the old one
     * @return {@code NOT_FOUND} if there is no dead letter of this revision. {@code EXISTS} if a live message has the id, or the new
     *     revision or a higher one was relayed beside the dead letter. The dead letter is deleted if such a revision is live or was
     *     relayed, and stays otherwise
     * @throws DelayQueueException.Refused if nothing was done
     * @throws DelayQueueException.OutcomeUnknown if that is unknown; the call can be repeated
     */
    RedriveResult redrive(MessageRevision dead, long revision);

    /**
     * What is stored of messages. Changes nothing.
     *
     * @return for each what is here of it, in the same order: the live message or, if there is none, the dead letter
     * @throws DelayQueueException.Refused if a shard can't be asked
     */
    List<Optional<StoredRevision>> locate(List<MessageName> messages);

    /**
     * The revisions of messages that this or another instance has claimed. Changes nothing.
     *
     * @return by id, without those that are not leased under this lease, or were stored without a revision
     * @throws DelayQueueException.Refused if the shard can't be asked
     */
    Map<String, Long> leased(DispatchOperations.Lease lease, Collection<String> ids);

    /** The mark of a shard. */
    ShardMark mark(int shard);

    /**
     * Raises the mark of a shard if the shard is still as the caller knows it: its mark is at least {@code known.mark()}, and its
     * replication id is {@code known.replicationId()}. A mark never gets lower by this. A late or repeated call does no harm.
     *
     * @param known the last mark that this or another instance has recorded; or what {@link #mark} answered, when the loss that
     *     it shows is recorded
     * @return the mark after this call: {@code mark} or a higher one if the shard is as known, else what the shard has
     */
    ShardMark raiseMark(int shard, ShardMark known, long mark);

    /** Names a message. */
    record MessageName(String topic, String id) {

        public MessageName {
            Checks.topic(topic);
            Checks.id(id);
        }
    }

    /** Names a change of a message. */
    record MessageRevision(String topic, String id, long revision) {

        public MessageRevision {
            Checks.topic(topic);
            Checks.id(id);
            Checks.range("revision", revision, 1, MAX_REVISION);
        }
    }

    /**
     * A message that is ready to be stored. Whoever keeps it keeps all of it, unchanged.
     *
     * @param dueTime in whole milliseconds, by the store's clock
     * @param priority 0 to 9
     * @param content body, key, headers and time to live as the store writes them; valid Unicode, without the revision
     */
    record PreparedMessage(String topic, String id, Instant dueTime, int priority, String content) {

        public PreparedMessage {
            Checks.topic(topic);
            Checks.id(id);
            if (Checks.given("dueTime", dueTime).isAfter(OutgoingMessage.LAST_DUE_TIME)) {
                throw new IllegalArgumentException(
                        "dueTime must be at most " + OutgoingMessage.LAST_DUE_TIME + ", but is " + dueTime);
            }
            Checks.priority(priority);
            Checks.given("content", content);
        }

        /** This message at a revision. */
        public RevisionedMessage at(long revision) {
            return new RevisionedMessage(this, revision);
        }

        /** Without the content, which may contain data that must not be logged. */
        @Override
        public String toString() {
            return "PreparedMessage[topic=%s, id=%s, dueTime=%s, priority=%d]".formatted(topic, id, dueTime, priority);
        }
    }

    /**
     * A message as it is after a change.
     *
     * @param revision 1 to {@link #MAX_REVISION}
     */
    record RevisionedMessage(PreparedMessage message, long revision) {

        public RevisionedMessage {
            Checks.given("message", message);
            Checks.range("revision", revision, 1, MAX_REVISION);
        }
    }

    /**
     * What became of a change.
     *
     * @param shard that has the message, or would have it; -1 if the shards are not known
     * @param revision that is stored after this call; 0 if the message is not here, or if that is unknown
     * @param mark that the change met in its shard: 0 if the shard has none
     * @param dueTime when the stored message is due, which may be later than it was prepared for; null if nothing was stored
     * @param failure with {@link Outcome#FAILED}, why
     */
    record Relayed(
            Outcome outcome,
            int shard,
            long revision,
            long mark,
            @Nullable Instant dueTime,
            @Nullable DelayQueueException failure) {

        /** What a change did. */
        public enum Outcome {
            /** The message is stored; there was none. */
            SCHEDULED,
            /** The message has the new content and due time, and the old one can't arrive any more. */
            REPLACED,
            /** As {@link #REPLACED}, but the old one is being delivered, or an earlier delivery of it may still arrive. */
            REPLACED_IN_FLIGHT,
            /** A message waits or is being delivered, of the same or a higher revision for a relay, of a higher one for a cancel. */
            KEPT,
            /** As {@link #KEPT} for a relay, but it is a dead letter. */
            KEPT_DEAD,
            /** The message is removed, and no delivery of it can be under way. */
            CANCELLED,
            /** The message is removed, but a delivery is under way, or an earlier one may still arrive. */
            CANCELLED_IN_FLIGHT,
            /** There was no such message to cancel. */
            NOT_FOUND,
            /** Nothing is certain: repeat the change. */
            FAILED
        }
    }

    /**
     * A stored message.
     *
     * @param revision 0 if it was stored without one
     */
    record StoredRevision(StoredRevision.State state, long revision) {

        /** Where a message is. */
        public enum State {
            /** It waits for its due time, or is due and waits for delivery. */
            DUE,
            /** It is being delivered. */
            LEASED,
            /** It is a dead letter. */
            DEAD
        }
    }

    /**
     * How much a shard has kept. What it lost is the end of what it was told, so whatever met a mark lower than this is kept.
     *
     * @param mark 0 if there is none
     * @param replicationId names what the server has been told since it started or was promoted: another one after either; empty
     *     if the user may not call {@code INFO}
     */
    record ShardMark(long mark, String replicationId) {

        /** Of a shard that nobody has marked. */
        public static final ShardMark NONE = new ShardMark(0, "");

        public ShardMark {
            Checks.range("mark", mark, 0, MAX_REVISION);
            Checks.given("replicationId", replicationId);
        }
    }
}
