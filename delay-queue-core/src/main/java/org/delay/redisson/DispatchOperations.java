package org.delay.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Dispatches due messages: polls shards, claims messages under a lease, and settles them after delivery (ack, retry, release
 * or bury). For the engine; applications that only send do not need it.
 *
 * <p>The messages of a service are spread by id over the shards 0 to {@link #shards()} − 1. Calls block the calling thread
 * for one round trip, are safe for use by many threads, and throw {@link DelayQueueException.Refused} or
 * {@link DelayQueueException.OutcomeUnknown}. A settlement names the lease's token. It can be repeated, and does nothing
 * after the lease was lost. An expired lease is not lost yet: it can be settled until another worker claims the message. Any
 * number of instances may dispatch at the same time.
 */
public interface DispatchOperations {

    /** How many shards may hold messages: the largest shard count ever used, at least 1. */
    int shards();

    /** The topics of a shard that are due, and when the next one becomes due. */
    ShardState poll(int shard);

    /** Claims due messages of one topic. */
    Claim claim(ClaimRequest request);

    /**
     * Removes messages that were delivered.
     *
     * @return the ids that were not leased under this token, for which nothing was done
     */
    Set<String> ack(Lease lease, Collection<String> ids);

    /** Makes failed messages due again, each after its own delay, and counts a failure. Returns what {@link #ack} returns. */
    Set<String> retry(Lease lease, Collection<Retry> retries);

    /**
     * Releases messages that were not processed: they are due again, at their first due time or after the delay. No attempt is
     * counted. Returns what {@link #ack} returns.
     *
     * @param mayStillArrive whether the receiver may still get them
     */
    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive);

    /** Renews leases: they end after the given time from now. Returns what {@link #ack} returns. */
    Set<String> renew(Lease lease, Collection<String> ids, Duration duration);

    /** Turns messages into dead letters. */
    Burial bury(Lease lease, Collection<GivenUp> messages);

    /**
     * Defers topics that can't be served now: each is due again when its delay is over. A delay of zero makes a topic due now,
     * which recalls a deferred one. A send, reschedule, redrive, retry, release or repair with an earlier time makes the topic
     * due before its delay is over. Topics without messages are ignored.
     *
     * @param delays by topic, at most as many as a {@link ShardState} names
     */
    void defer(int shard, Map<String, Duration> delays);

    /** As {@link #defer(int, Map)}, for one topic. */
    default void defer(int shard, String topic, Duration delay) {
        defer(shard, Map.of(topic, delay));
    }

    /** Defers only topics that have been due for the given time, with no claim meanwhile. Returns the deferred topics. */
    Set<String> deferIfUnclaimed(int shard, Duration unclaimed, Map<String, Duration> delays);

    /** As {@link #deferIfUnclaimed(int, Duration, Map)}, for one topic. Returns whether it is deferred. */
    default boolean deferIfUnclaimed(int shard, String topic, Duration unclaimed, Duration delay) {
        return !deferIfUnclaimed(shard, unclaimed, Map.of(topic, delay)).isEmpty();
    }

    /** Notifies the listener of new messages until the subscription is closed. Wake-ups are hints: they can be lost. */
    Subscription subscribe(WakeUpListener listener);

    /**
     * Records that an instance of an application dispatches, and returns all instances that do. The instance counts as alive
     * for a while by the queue's clock; each heartbeat starts that time again. Instances divide the shards by this list.
     * Messages are dispatched even if heartbeats are lost.
     *
     * @param id unique for each start: a name by the rule for topics
     * @param application its name, for people: at most {@value Checks#MAX_APPLICATION_LENGTH} characters, or empty
     * @param life how long it counts as alive, at least 1 ms
     * @return all live instances including this one, in no order
     */
    List<Instance> heartbeat(String id, String application, Duration life);

    /** Removes an instance that stops, and notifies subscribers. Does nothing if the instance is unknown. */
    void leave(String id);

    /** The live instances, in no order: those whose last heartbeat has not expired. */
    List<Instance> instances();

    /**
     * The state of a shard when it was polled.
     *
     * @param now Redis's clock, microseconds since the epoch
     * @param due topics that are due, the longest waiting first: at most {@value #MAX_DUE}, or 10 in the answer to a claim
     * @param next when the next topic becomes due, in milliseconds since the epoch, or null if no other topic waits
     */
    record ShardState(long now, List<String> due, @Nullable Long next) {

        /** The most topics in {@code due}. */
        public static final int MAX_DUE = 500;

        public ShardState {
            due = List.copyOf(due);
        }
    }

    /**
     * A request for messages. A claimer has one request at a time. It repeats a request with the same number until it gets an
     * answer, and then gets the same batch.
     *
     * @param claimer unique for each start of each claiming thread: a name by the rule for topics
     * @param number greater than that of the claimer's last request
     * @param lease how long the claimer holds the messages
     * @param limit the most messages, 1 to 200
     * @param bytes the most bytes of all stored bodies together; a single message is claimed whatever its size
     */
    record ClaimRequest(int shard, String topic, String claimer, long number, Duration lease, int limit, long bytes) {

        /** The most messages of one claim. */
        public static final int MAX_LIMIT = 200;

        public ClaimRequest {
            Checks.topic(topic);
            Checks.name("claimer", claimer);
            Checks.notNegative("lease", lease);
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", but is " + limit);
            }
        }
    }

    /**
     * The answer to a claim.
     *
     * @param stale whether the claimer has already made a later claim; then nothing is claimed
     * @param lease the lease that settlements name
     * @param messages expired leases first, then by priority and due time; empty if nothing is due
     * @param state the shard after this claim, so that the next claim needs no look
     */
    record Claim(boolean stale, Lease lease, List<Claimed> messages, ShardState state) {

        public Claim {
            messages = List.copyOf(messages);
        }
    }

    /** Identifies the messages of one claim. */
    record Lease(int shard, String topic, String token) {}

    /**
     * A message under lease.
     *
     * @param message with an empty body unless it is readable
     * @param timeToLive how long after the due time to deliver it at most, or null without limit
     * @param failures how often a delivery failed
     * @param leaseExpirations how often a lease ran out, because its holder died for example
     */
    record Claimed(
            DelayedMessage message, Form form, @Nullable Duration timeToLive, int failures, int leaseExpirations) {}

    /** Whether this version can read a message as it is stored. */
    enum Form {
        /** This version reads it. */
        READABLE,
        /** A later version of the library wrote it; another instance can read it. */
        NEWER,
        /** Missing or damaged: no attempt can succeed. */
        DAMAGED
    }

    /**
     * A message to try again.
     *
     * @param delay from now, by Redis's clock
     * @param mayStillArrive whether the failed delivery may still succeed, after a timeout for example
     */
    record Retry(String id, Duration delay, boolean mayStillArrive) {

        public Retry {
            Checks.notNegative("delay", delay);
        }
    }

    /**
     * A message to bury.
     *
     * @param error the last error to store with it
     * @param mayStillArrive whether its last delivery may still succeed; a cancel after a redrive reports it
     */
    record GivenUp(String id, String error, boolean mayStillArrive) {}

    /**
     * The answer to a burial.
     *
     * @param lost the ids that were not leased under this token, for which nothing was done
     * @param dead the number of dead letters of the topic in this shard
     */
    record Burial(Set<String> lost, long dead) {}

    /**
     * An instance of an application that dispatches.
     *
     * @param application its name, for people; may be empty
     * @param format the newest message format that it reads
     * @param age how long ago it sent its first heartbeat
     * @param left how long it still counts as alive without another heartbeat
     */
    record Instance(String id, String application, int format, Duration age, Duration left) {

        /** Minimum age before an instance owns shards while older instances exist: a new JVM is slow. */
        private static final Duration SETTLED = Duration.ofSeconds(10);

        /** Whether it is old enough for an even share of shards. */
        public boolean isSettled() {
            return age.compareTo(SETTLED) >= 0;
        }
    }

    /** Receives wake-ups on a thread of the client that must not be blocked. */
    interface WakeUpListener {

        /**
         * A topic has a message that is due earlier than all others of the shard.
         *
         * @param in time until it is due; zero or less if it is already due
         */
        void wakeUp(int shard, String topic, Duration in);

        /** The subscription was established, at first or again. Earlier wake-ups may have been lost. */
        void subscribed();

        /** A dispatching instance has stopped. Does nothing unless overridden. */
        default void left(String instance) {}
    }

    /** Ends a subscription. */
    interface Subscription extends AutoCloseable {

        @Override
        void close();
    }
}
