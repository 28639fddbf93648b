package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one service: stores messages until they are due. Topic and id identify a message. It exists while it waits or is
 * being delivered, and may end as a dead letter.
 *
 * <p>Safe for use by many threads. Calls block the calling thread for a round trip. They throw
 * {@link DelayQueueException.Refused} if nothing was done, and {@link DelayQueueException.OutcomeUnknown} if that is not
 * certain. For an invalid argument they throw {@link IllegalArgumentException} before anything is written. They do not take
 * part in transactions: a rollback does not undo them. With {@code delay.redisson.transaction=after-commit}, sends, cancels
 * and reschedules inside a transaction wait for its commit instead. With the journal, they are part of it. Calls throw
 * {@link IllegalStateException} on the threads of the Redis client, which must not be blocked.
 *
 * <p>For example, to give dead letters another chance:
 *
 * <pre>{@code
 * public BulkResult redriveAll(String topic) {
 *     return queue.redriveDead(DeadLetterFilter.of(topic));
 * }
 * }</pre>
 */
public interface DelayQueueMessage
        extends DispatchOperations, AdminOperations, ReportOperations, FigureOperations, TaskOperations {

    /** The name of the service whose messages this queue stores, or an empty string if the queue does not know it. */
    default String service() {
        return "";
    }

    /**
     * This queue as a store of revisioned changes, for a journal that owes the messages. Empty if the queue has no revisions.
     */
    default Optional<RevisionedStore> revisions() {
        return Optional.empty();
    }

    /**
     * Schedules a value under a generated id.
     *
     * @param value a {@link CharSequence}, stored unchanged, or an object that the {@link BodyConverter} writes
     * @param queueCode the topic
     */
    <T> void addDelayQueue(T value, long delay, TimeUnit timeUnit, String queueCode);

    /**
     * Waits for the next due message of a topic and removes it. Delivery is at most once, because a crash after this call loses
     * the message. For reliable delivery, use a {@link DelayQueueMessageConsumer}.
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
     * @throws DelayQueueException.UnreadableBody if it is not of that type; the message is removed nevertheless
     */
    <T> T getDelayQueue(String queueCode, Class<T> type) throws InterruptedException;

    /**
     * Schedules messages. Each message is stored completely or not at all; the call as a whole is not atomic.
     *
     * @param messages of any topics, at most {@link Limits#bulk()} of them
     * @return the receipt of each message, in the same order
     * @throws DelayQueueException.Duplicate for a single message with {@link OutgoingMessage.OnDuplicate#REJECT}, if its id exists
     * @throws DelayQueueException.NotReplicated for a single message, if sends wait for replicas and too few had it in time
     * @throws DelayQueueException.PartlySent instead of the other exceptions, if some or all of several messages were not
     *     accepted
     */
    List<Receipt> schedule(Collection<OutgoingMessage> messages);

    /** As {@link #schedule}, without blocking. Invalid arguments still throw at once. */
    CompletableFuture<List<Receipt>> scheduleAsync(Collection<OutgoingMessage> messages);

    /** Removes a message that has not been delivered. */
    CancelResult cancel(String topic, String id);

    /** Changes the due time of a message. The delay starts now, by Redis's clock. */
    RescheduleResult reschedule(String topic, String id, Duration delay);

    /** Finds a message in any state. */
    Optional<StoredMessage> find(String topic, String id);

    /**
     * Lists the messages of a topic in one state, in pages. The order is by priority and due time, by the end of the lease, or by
     * the time when they became dead letters. Messages that come or go between pages may be missed or listed twice.
     *
     * @param cursor null for the first page, then {@link Page#next()}
     * @param limit the maximum number of messages in a page, 1 to 1,000
     */
    Page list(String topic, State state, @Nullable String cursor, int limit);

    /** Counts the messages of a topic. */
    Counts counts(String topic);

    /**
     * Counts the messages of each of these topics in few round trips. If one of the topics can't be counted, the call fails.
     *
     * @return an entry for each topic, in the order of the argument
     */
    default Map<String, Counts> counts(Collection<String> topics) {
        Map<String, Counts> counts = new LinkedHashMap<>();
        topics.forEach(topic -> counts.put(topic, counts(topic)));
        return counts;
    }

    /**
     * How far Redis's clock is behind the latest time that it had shown before it was set back, as far as this application knows.
     * Messages that were due then wait until the clock catches up. Makes no call to Redis.
     *
     * @return zero if the clock was not set back, or has caught up
     */
    default Duration clockBehind() {
        return Duration.ZERO;
    }

    /**
     * Finds messages of a topic by their key, in any state. There is no index: this reads stored messages, as
     * {@link #deadByError} does, first those that wait, then those under delivery, then dead letters. Messages that come or go
     * during the search may be missed.
     *
     * @param key as it was sent
     * @param cursor null at first, then {@link KeyMatches#next()}
     * @param most how many messages to examine in this call, 1 to {@value ReportOperations#MAX_EXAMINED}
     */
    KeyMatches findByKey(String topic, String key, @Nullable String cursor, int most);

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
     * @param leaseExpirations how often a lease expired
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
     * Messages with one key.
     *
     * @param messages those that were found by this call; at most 100
     * @param examined how many messages this call examined
     * @param next the cursor with which the search goes on, or null at its end
     */
    record KeyMatches(
            List<StoredMessage> messages,
            long examined,
            @Nullable String next) {

        public KeyMatches {
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
    record Counts(long due, long leased, long dead, Duration oldestOverdue) {

        /** The counts of a topic without messages. */
        public static final Counts NONE = new Counts(0, 0, 0, Duration.ZERO);

        /** The sum of both: the numbers are added, and the longer of the overdue times is kept. */
        public Counts plus(Counts other) {
            return new Counts(
                    due + other.due,
                    leased + other.leased,
                    dead + other.dead,
                    oldestOverdue.compareTo(other.oldestOverdue) > 0 ? oldestOverdue : other.oldestOverdue);
        }
    }
}
