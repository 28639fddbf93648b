package org.delay.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How due messages are taken from a queue: claimed under a lease, worked on, then settled (acked, retried, released
 * or buried). For whoever dispatches; applications that only send don't need it.
 *
 * <p>A service's messages are spread over shards 0 to {@link #shards()} − 1, by id. Calls block the calling thread for one
 * round trip, are safe for use by many threads, and throw {@link DelayQueueException.Refused} or
 * {@link DelayQueueException.OutcomeUnknown}. A settlement names the lease's token and does nothing without it, so it can
 * be repeated, and comes to nothing after the lease was lost. A lease that is over is not lost yet: it can be settled
 * until somebody else claims the message. Any number of instances may dispatch at the same time.
 */
public interface DispatchOperations {

    /** How many shards are to be looked at: the largest number ever used, at least 1. */
    int shards();

    /** Which topics of a shard are due, and when to look again. */
    ShardState poll(int shard);

    /** Claims due messages of one topic. */
    Claim claim(ClaimRequest request);

    /**
     * Done: the messages are removed.
     *
     * @return the ids that were not leased under this token (any more), for which nothing was done
     */
    Set<String> ack(Lease lease, Collection<String> ids);

    /**
     * Failed: the messages are due again after a delay each, with one more failure counted.
     *
     * @return the ids that were not leased under this token, for which nothing was done
     */
    Set<String> retry(Lease lease, Collection<Retry> retries);

    /**
     * Not worked on: the messages are due again, at their first due time or after the delay, and nothing is counted.
     *
     * @param mayStillArrive whether they may have been handed over all the same
     * @return the ids that were not leased under this token, for which nothing was done
     */
    Set<String> release(Lease lease, Collection<String> ids, Duration delay, boolean mayStillArrive);

    /**
     * Still at work: the leases last for the given time from now.
     *
     * @return the ids that were not leased under this token, for which nothing was done
     */
    Set<String> renew(Lease lease, Collection<String> ids, Duration duration);

    /**
     * Given up: the messages become dead letters.
     */
    Burial bury(Lease lease, Collection<GivenUp> messages);

    /**
     * These topics can't be served now: each is not looked at again before its delay is over. A topic that nothing waits
     * in is passed over.
     *
     * @param delays by topic, at most as many as a {@link ShardState} names
     */
    void defer(int shard, Map<String, Duration> delays);

    /** As {@link #defer(int, Map)}, for one topic. */
    default void defer(int shard, String topic, Duration delay) {
        defer(shard, Map.of(topic, delay));
    }

    /**
     * As {@link #defer(int, Map)}, but only topics that nobody wants: such a topic has been due for the given time, and
     * nobody has claimed from it meanwhile.
     *
     * @return the topics that are put off
     */
    Set<String> deferIfUnclaimed(int shard, Duration left, Map<String, Duration> delays);

    /** As {@link #deferIfUnclaimed(int, Duration, Map)}, for one topic; answers whether it is put off. */
    default boolean deferIfUnclaimed(int shard, String topic, Duration left, Duration delay) {
        return !deferIfUnclaimed(shard, left, Map.of(topic, delay)).isEmpty();
    }

    /** Tells about new messages as they come, until closed. A hint: signals can be lost. */
    Subscription subscribe(WakeUpListener listener);

    /**
     * Says that an instance of an application dispatches, and asks who else does. It counts as alive for a while, by the
     * queue's clock; a later heartbeat begins that time anew. Instances divide the work by what they are told here.
     * Nothing depends on it: where heartbeats are lost, messages are dispatched all the same.
     *
     * @param id unique for each start: a name by the rule for topics
     * @param application its name, for people: at most {@value Checks#MAX_APPLICATION_LENGTH} characters, or empty
     * @param life how long it counts as alive, at least 1 ms
     * @return all instances that are alive, this one included, in no order
     */
    List<Instance> heartbeat(String id, String application, Duration life);

    /** An instance stops: it is forgotten, and whoever subscribed is told so. Does nothing where it is not known. */
    void leave(String id);

    /** Who dispatches, in no order: the instances whose last heartbeat is not too old. */
    List<Instance> instances();

    /**
     * What a look found.
     *
     * @param now Redis's clock, microseconds since the epoch
     * @param due topics that are due, the longest waiting first: at most {@value #MAX_DUE}, and at most 10 in the answer to a
     *     claim
     * @param next when the next topic is due that is not due yet, milliseconds since the epoch, or null if none is
     */
    record ShardState(long now, List<String> due, @Nullable Long next) {

        /** The most topics that are named. */
        public static final int MAX_DUE = 500;

        public ShardState {
            due = List.copyOf(due);
        }
    }

    /**
     * A request for messages. A claimer has one outstanding: it repeats a request, with the same number, until it has an
     * answer, and gets the same batch then.
     *
     * @param claimer unique for each start of each claiming thread: a name by the rule for topics
     * @param number greater than that of the claimer's last request
     * @param lease how long the messages are the claimer's
     * @param limit the most messages, 1 to 200
     * @param bytes the most bytes of bodies together, as they are stored; one message is answered whatever its size
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
     * @param stale whether the claimer has made a later claim already; nothing is claimed then
     * @param lease what settlements name
     * @param messages expired leases first, then by priority and due time; empty where nothing is due
     * @param state the shard after this claim, so that the next claim needs no look
     */
    record Claim(boolean stale, Lease lease, List<Claimed> messages, ShardState state) {

        public Claim {
            messages = List.copyOf(messages);
        }
    }

    /** Names one claim's messages. */
    record Lease(int shard, String topic, String token) {}

    /**
     * A message under lease.
     *
     * @param message with an empty body if it is not readable
     * @param timeToLive how long after the due time it is worth delivering, or null for ever
     * @param failures how often a delivery failed
     * @param leaseExpirations how often a lease ran out, because its holder died for example
     */
    record Claimed(
            DelayedMessage message, Form form, @Nullable Duration timeToLive, int failures, int leaseExpirations) {}

    /** Whether this version can read a message as it is stored. */
    enum Form {
        /** As any other message. */
        READABLE,
        /** Written by a later version of the library: for another instance. */
        NEWER,
        /** Missing or damaged: no attempt can help. */
        DAMAGED
    }

    /**
     * A message to try again.
     *
     * @param delay from now, by Redis's clock
     * @param mayStillArrive whether the failed delivery may yet succeed (a time-out, for example)
     */
    record Retry(String id, Duration delay, boolean mayStillArrive) {

        public Retry {
            Checks.notNegative("delay", delay);
        }
    }

    /**
     * A message to make a dead letter of.
     *
     * @param error what to keep as its last error
     * @param mayStillArrive whether its last delivery may yet succeed; cancel knows it still after a redrive
     */
    record GivenUp(String id, String error, boolean mayStillArrive) {}

    /**
     * The answer to a burial.
     *
     * @param lost the ids that were not leased under this token, for which nothing was done
     * @param dead how many dead letters the topic has now in this shard
     */
    record Burial(Set<String> lost, long dead) {}

    /**
     * An instance of an application that dispatches.
     *
     * @param application its name, for people; may be empty
     * @param format the highest format of stored messages that it reads
     * @param age how long ago it came
     * @param left for how long it counts as alive unless another heartbeat comes
     */
    record Instance(String id, String application, int format, Duration age, Duration left) {

        /** So old is an instance before it owns anything where an older one is there: in a new JVM everything is slow. */
        private static final Duration SETTLED = Duration.ofSeconds(10);

        /** Whether it is old enough for an even share; newer ones come after the others, the newest last. */
        public boolean isSettled() {
            return age.compareTo(SETTLED) >= 0;
        }
    }

    /** Hears of new messages. Called on a thread of the client that must not be blocked. */
    interface WakeUpListener {

        /**
         * A topic has a message that is due earlier than all others of the shard.
         *
         * @param in how long from now; zero or less if it is due already
         */
        void wakeUp(int shard, String topic, Duration in);

        /** The subscription is there, or there again: signals may have been missed before. */
        void subscribed();

        /** An instance that dispatched has stopped; does nothing unless overridden. */
        default void left(String instance) {}
    }

    /** Ends a subscription. */
    interface Subscription extends AutoCloseable {

        @Override
        void close();
    }
}
