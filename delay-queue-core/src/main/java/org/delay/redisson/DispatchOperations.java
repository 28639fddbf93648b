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
public interface DispatchOperations extends WakeUpOperations, InstanceOperations {

    /** How many shards may hold messages: the largest shard count ever used, at least 1. */
    int shards();

    /** The topics of a shard that are due, and when the next one becomes due. */
    ShardState poll(int shard);

    /** Claims due messages of one topic. */
    ClaimResult claim(ClaimRequest request);

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
     * Defers topics that can't be served now: each is due again when its delay is over. A send, reschedule, redrive, retry,
     * release or repair with an earlier time makes the topic due sooner. Topics without messages are ignored.
     *
     * @param delays by topic, at most as many as a {@link ShardState} names
     */
    void defer(int shard, Map<String, Duration> delays);

    /** As {@link #defer(int, Map)}, for one topic. */
    default void defer(int shard, String topic, Duration delay) {
        defer(shard, Map.of(topic, delay));
    }

    /** Recalls deferred topics: each is due when its new delay is over, with zero at once. {@link #defer(int, Map)} does so. */
    default void recall(int shard, Map<String, Duration> delays) {
        defer(shard, delays);
    }

    /** Defers only topics that have been due for the given time, with no claim meanwhile. Returns the deferred topics. */
    Set<String> deferIfUnclaimed(int shard, Duration unclaimed, Map<String, Duration> delays);

    /** As {@link #deferIfUnclaimed(int, Duration, Map)}, for one topic. Returns whether it is deferred. */
    default boolean deferIfUnclaimed(int shard, String topic, Duration unclaimed, Duration delay) {
        return !deferIfUnclaimed(shard, unclaimed, Map.of(topic, delay)).isEmpty();
    }

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
     * A request for messages.
     *
     * @param id says whether this is a new request, or the last one once more
     * @param lease how long the claimer holds the messages
     */
    record ClaimRequest(int shard, String topic, ClaimId id, Duration lease, ClaimLimit limit) {

        public ClaimRequest {
            Checks.topic(topic);
            Checks.notNegative("lease", lease);
        }
    }

    /**
     * Identifies a request. A claimer has one request at a time. It repeats a request with the same number until it gets an
     * answer, and then gets the same batch.
     *
     * @param claimer unique for each start of each claiming thread: a name by the rule for topics
     * @param number greater than that of the claimer's last request
     */
    record ClaimId(String claimer, long number) {

        public ClaimId {
            Checks.name("claimer", claimer);
        }
    }

    /**
     * How much a claim may take.
     *
     * @param messages the maximum number of messages, 1 to {@value #MAX_MESSAGES}
     * @param bytes the maximum total size of the stored bodies; a single message is claimed whatever its size
     */
    record ClaimLimit(int messages, long bytes) {

        /** The maximum number of messages in one claim. */
        public static final int MAX_MESSAGES = 200;

        public ClaimLimit {
            Checks.range("messages", messages, 1, MAX_MESSAGES);
        }
    }

    /**
     * The answer to a claim.
     *
     * @param stale whether the claimer has already made a later claim; then nothing is claimed
     * @param lease the lease that settlements name
     * @param messages expired leases first, then by priority and due time; empty if nothing is due
     * @param state the shard after this claim, so that the next claim needs no poll
     */
    record ClaimResult(boolean stale, Lease lease, List<Claimed> messages, ShardState state) {

        public ClaimResult {
            messages = List.copyOf(messages);
        }
    }

    /** Identifies the messages of one claim. */
    record Lease(int shard, String topic, String token) {}

    /**
     * A message under lease.
     *
     * @param message with an empty body unless it is readable
     * @param timeToLive how long after its due time it may still be delivered, or null for no limit
     * @param failures how often a delivery failed
     * @param leaseExpirations how often a lease expired, for example because its holder died
     * @param revision of the change that stored the message (see {@link RevisionedStore}); 0 if it was stored without one
     */
    record Claimed(
            DelayedMessage message,
            Form form,
            @Nullable Duration timeToLive,
            int failures,
            int leaseExpirations,
            long revision) {

        /** A message without a revision. */
        public Claimed(
                DelayedMessage message, Form form, @Nullable Duration timeToLive, int failures, int leaseExpirations) {
            this(message, form, timeToLive, failures, leaseExpirations, 0);
        }
    }

    /** Whether this version can read a message as it is stored. */
    enum Form {
        /** This version reads it. */
        READABLE,
        /** A later version of the library wrote it; another instance can read it. */
        NEWER,
        /** It is missing or damaged, so no attempt can succeed. */
        DAMAGED
    }

    /**
     * A message to try again.
     *
     * @param delay from now, by Redis's clock
     * @param mayStillArrive whether the failed delivery may still succeed, for example after a timeout
     */
    record Retry(String id, Duration delay, boolean mayStillArrive) {

        public Retry {
            Checks.notNegative("delay", delay);
        }
    }

    /**
     * A message to bury, with its last error.
     *
     * @param mayStillArrive whether its last delivery may still succeed; a cancel after a redrive reports it
     * @param failed whether its last delivery failed, which counts as one more failure
     */
    record GivenUp(String id, String error, boolean mayStillArrive, boolean failed) {}

    /**
     * The answer to a burial.
     *
     * @param lost the ids that were not leased under this token, for which nothing was done
     * @param dead the number of dead letters of the topic in this shard
     */
    record Burial(Set<String> lost, long dead) {}
}
