package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one service: stores messages until they are due. A message is (topic, id); it exists while it is due or
 * leased, and may end as a dead letter.
 *
 * <p>Safe for use by many threads. Calls block the calling thread for a round trip, and throw
 * {@link DelayQueueException.Refused} where surely nothing was done, {@link DelayQueueException.OutcomeUnknown} where
 * that can't be known, and {@link IllegalArgumentException}, before anything is written, for an argument that breaks a
 * rule. They know no transaction: a roll-back does not undo them. They must not be called on the client's own threads,
 * and throw {@link IllegalStateException} there.
 *
 * <p>For example, to give dead letters another chance:
 *
 * <pre>{@code
 * public void redriveAll(String topic) {
 *     Page page = queue.list(topic, State.DEAD, null, 100);
 *     for (StoredMessage dead : page.messages()) {
 *         queue.redrive(topic, dead.message().id());
 *     }
 * }
 * }</pre>
 */
public interface DelayQueueMessage extends DispatchOperations {

    /**
     * Schedules a value under a generated id.
     *
     * @param value a {@link CharSequence} as it is, all else as the {@link BodyConverter} writes it
     * @param queueCode the topic
     */
    <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode);

    /**
     * Waits for the next due message of a topic and takes it: at most once, because a crash after this call loses the
     * message. {@link DelayQueueMessageConsumer} is the reliable way.
     *
     * @param queueCode the topic
     * <p>A message past its time to live is given all the same.
     *
     * @return the message's body
     * @throws IllegalStateException while this queue's messages are dispatched to a consumer in this application
     */
    String getDelayQueue(String queueCode) throws InterruptedException;

    /**
     * As {@link #getDelayQueue(String)}, with the body read as an object of the type.
     *
     * @throws DelayQueueException.UnreadableBody if it is not of that type; the message is taken all the same
     */
    <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException;

    /**
     * Schedules messages. Each of them is stored or not as a whole; the call as a whole is not atomic.
     *
     * @param messages of any topics, at most {@link Limits#bulk()} of them
     * @return for each message its receipt, in the same order
     * @throws DelayQueueException.Duplicate for a single message that asked to be rejected
     * @throws DelayQueueException.NotReplicated for a single message, where sends wait for replicas and too few had it in time
     * @throws DelayQueueException.PartlySent in the place of all others, if some or all of several were not accepted
     */
    List<Receipt> schedule(Collection<OutgoingMessage> messages);

    /** As {@link #schedule}, without waiting; arguments that break a rule are thrown at once all the same. */
    CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages);

    /** Removes a message that is not yet delivered. */
    CancelResult cancel(String topic, String id);

    /** Gives a message another due time, from now by Redis's clock. */
    RescheduleResult reschedule(String topic, String id, Duration delay);

    /** One message, in whatever state. */
    Optional<StoredMessage> find(String topic, String id);

    /**
     * Messages of a topic in one state, in pages: by priority and due time, by the end of the lease, or by the time of
     * death. Messages that come and go meanwhile may be missed or seen twice.
     *
     * @param cursor null for the first page, then {@link Page#next()}
     * @param limit the most messages of one page, 1 to 1,000
     */
    Page list(String topic, State state, @Nullable String cursor, int limit);

    /** How many messages a topic has. */
    Counts counts(String topic);

    /**
     * How far the clock that decides what is due is from a time that it had passed before somebody set it back, as far as this
     * application knows. Messages that were due then wait until it has caught up. Asks nobody.
     *
     * @return zero if the clock was not set back, or has caught up
     */
    default Duration clockBehind() {
        return Duration.ZERO;
    }

    /** Makes a dead letter due again, at once, with its attempts counted from 1. */
    RedriveResult redrive(String topic, String id);

    /** Deletes a dead letter. */
    DeleteResult delete(String topic, String id);

    /**
     * Deletes a topic's dead letters that died as long ago as the given time, or longer.
     *
     * @return how many
     */
    int deleteDead(String topic, Duration olderThan);

    /**
     * Pauses a topic for the whole service: from when this returns until {@link #resume}, nothing of it is claimed by any
     * application, nor taken by {@link #getDelayQueue}. What is being delivered ends as usual. Messages can be sent,
     * cancelled, rescheduled and redriven, and become overdue; no attempt is counted. A time to live goes on: a message
     * that outlives it meanwhile is dropped when its turn comes.
     *
     * <p>Pausing a topic that is paused changes nothing. After an exception the topic may be paused, or paused in part;
     * to repeat the call is safe.
     */
    void pause(String topic);

    /**
     * Lets a topic's messages be delivered again, those that are overdue at once. Changes nothing where the topic is not
     * paused; after an exception it is to be repeated.
     */
    void resume(String topic);

    /** The topics that are paused. */
    Set<String> paused();

    /**
     * Computes anew when topics are to be looked at, from the messages that are there. Repairs what a restored backup or
     * a person's hand has put out of step; harmless at any time.
     */
    void repair(Collection<String> topics);

    /**
     * Changes over how many shards new messages are spread. Messages stay where they are, and are found there.
     *
     * @param shards 1 to 1,024
     */
    void changeShards(int shards);

    /** Where a message is on its way. */
    enum State {
        /** Waits for its due time, or for its turn. */
        DUE,
        /** Is being delivered. */
        LEASED,
        /** Was given up. */
        DEAD
    }

    /**
     * A message as it is stored.
     *
     * @param message with an empty body if this version can't read it
     * @param at the time to deliver it next, the end of the lease, or the time of death, by {@code state}
     * @param failures how often a delivery failed
     * @param leaseExpirations how often a lease ran out
     * @param error for a dead letter, the last error
     */
    record StoredMessage(
            DelayedMessage message,
            State state,
            Instant at,
            @Nullable Duration timeToLive,
            int failures,
            int leaseExpirations,
            @Nullable String error) {}

    /**
     * One page of a list.
     *
     * @param next the cursor of the next page, or null after the last
     */
    record Page(List<StoredMessage> messages, @Nullable String next) {

        public Page {
            messages = List.copyOf(messages);
        }
    }

    /**
     * How many messages a topic has.
     *
     * @param due waiting for their time or their turn
     * @param leased being delivered
     * @param dead given up
     * @param oldestOverdue how long the oldest message that is due has waited for its turn; zero if none does. While
     *     {@link #clockBehind}, what would be due by a clock that nobody had set back counts too
     */
    record Counts(long due, long leased, long dead, Duration oldestOverdue) {}

    /** The answer to a redrive. */
    enum RedriveResult {
        /** The message is due now. */
        SCHEDULED,
        /** A message with this id exists; the dead letter, if there is one, stays. */
        EXISTS,
        /** There is no such dead letter. */
        NOT_FOUND
    }

    /** The answer to a delete. */
    enum DeleteResult {
        /** The dead letter is gone. */
        DELETED,
        /** There is no such dead letter. */
        NOT_FOUND
    }
}
