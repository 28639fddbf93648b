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
 * {@link DelayQueueException.Refused} if nothing was done, {@link DelayQueueException.OutcomeUnknown} if that is not
 * certain, and {@link IllegalArgumentException}, before anything is written, for an invalid argument. They take no part in
 * transactions: a rollback does not undo them. They throw {@link IllegalStateException} on the threads of the Redis
 * client, which must not be blocked.
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
     * @param value a {@link CharSequence}, stored unchanged, or an object that the {@link BodyConverter} writes
     * @param queueCode the topic
     */
    <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode);

    /**
     * Waits for the next due message of a topic and takes it: at most once, because a crash after this call loses the
     * message. {@link DelayQueueMessageConsumer} is the reliable way.
     *
     * <p>The time to live is ignored.
     *
     * @param queueCode the topic
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
     * Schedules messages. Each message is stored completely or not at all; the call as a whole is not atomic.
     *
     * @param messages of any topics, at most {@link Limits#bulk()} of them
     * @return for each message its receipt, in the same order
     * @throws DelayQueueException.Duplicate for a single message with {@link OutgoingMessage.OnDuplicate#REJECT}, if its id exists
     * @throws DelayQueueException.NotReplicated for a single message, if sends wait for replicas and too few had it in time
     * @throws DelayQueueException.PartlySent instead of all others, if some or all of several messages were not accepted
     */
    List<Receipt> schedule(Collection<OutgoingMessage> messages);

    /** As {@link #schedule}, without blocking. Invalid arguments still throw at once. */
    CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages);

    /** Removes a message that has not been delivered. */
    CancelResult cancel(String topic, String id);

    /** Changes the due time of a message: the delay counts from now, by Redis's clock. */
    RescheduleResult reschedule(String topic, String id, Duration delay);

    /** Finds a message in any state. */
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
     * How far Redis's clock is behind a time that it had passed before it was set back, as far as this application knows.
     * Messages that were due then wait until it catches up. Makes no call.
     *
     * @return zero if the clock was not set back, or has caught up
     */
    default Duration clockBehind() {
        return Duration.ZERO;
    }

    /** Makes a dead letter due now. Its attempts count from 1 again. */
    RedriveResult redrive(String topic, String id);

    /** Deletes a dead letter. */
    DeleteResult delete(String topic, String id);

    /**
     * Deletes the dead letters of a topic that are at least as old as the given time.
     *
     * @return how many
     */
    int deleteDead(String topic, Duration olderThan);

    /**
     * Pauses a topic for the whole service. From when this returns until {@link #resume}, no application claims its messages,
     * and {@link #getDelayQueue} takes none. Deliveries under way finish. Messages can still be sent, cancelled, rescheduled
     * and redriven; they become overdue without counting an attempt. The time to live continues: a message that exceeds it
     * is dropped when its turn comes.
     *
     * <p>Pausing a paused topic changes nothing. After an exception the topic may be paused, or paused in part; repeat the
     * call.
     */
    void pause(String topic);

    /**
     * Resumes a topic: overdue messages are delivered at once. Changes nothing if the topic is not paused. After an exception,
     * repeat the call.
     */
    void resume(String topic);

    /** The paused topics. */
    Set<String> paused();

    /**
     * Recomputes the wake times of topics from their messages. Repairs inconsistencies after a backup was restored or keys were
     * edited by hand. Safe at any time.
     */
    void repair(Collection<String> topics);

    /**
     * Changes the number of shards. New messages are spread over this number; existing ones stay where they are.
     *
     * @param shards 1 to {@value Checks#MAX_SHARDS}
     */
    void changeShards(int shards);

    /** The state of a stored message. */
    enum State {
        /** It waits for its due time, or is due and waits for delivery. */
        DUE,
        /** It is being delivered. */
        LEASED,
        /** It is a dead letter. */
        DEAD
    }

    /**
     * A message as it is stored.
     *
     * @param message with an empty body if this version can't read it
     * @param at by {@code state}: the next delivery, the end of the lease, or when it became a dead letter
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
     * @param due messages that wait
     * @param leased messages under delivery
     * @param dead dead letters
     * @param oldestOverdue how long the oldest due message has waited for delivery; zero if none is due. While
     *     {@link #clockBehind} is positive, it counts messages that would be due if the clock had not been set back
     */
    record Counts(long due, long leased, long dead, Duration oldestOverdue) {}

    /** The answer to a redrive. */
    enum RedriveResult {
        /** The message is due now. */
        SCHEDULED,
        /** A live message with this id exists; a dead letter stays. */
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
