package org.delay.redisson;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Tells the dispatching instances of a service about each other, so that they can divide the shards among them. For the engine.
 * Threads and exceptions are those of {@link DispatchOperations}.
 */
public interface InstanceOperations {

    /**
     * Records that an instance of an application dispatches, and returns the dispatching instances that the caller does not know
     * yet. The instance counts as alive for a while, by the queue's clock; each heartbeat starts this time again. Instances
     * divide the shards among them. Messages are dispatched even if heartbeats are lost.
     *
     * @param id unique for each start: a name by the rule for topics
     * @param application its display name: at most {@value Checks#MAX_APPLICATION_LENGTH} characters, or empty
     * @param life how long it counts as alive, at least 1 ms. If there are many instances, it counts for longer, and the answer
     *     says how long
     * @param known {@link Membership#clock()} of the last answer that the caller got, or 0 to get all instances
     */
    Membership heartbeat(String id, String application, Duration life, long known);

    /** As {@link #heartbeat(String, String, Duration, long)}, returning all live instances, in no order. */
    default List<Instance> heartbeat(String id, String application, Duration life) {
        return heartbeat(id, application, life, 0).alive();
    }

    /** Removes an instance that stops, and notifies subscribers. Does nothing if the instance is unknown. */
    void leave(String id);

    /** The live instances, in no order: those whose last heartbeat has not expired. */
    List<Instance> instances();

    /**
     * The answer to a heartbeat.
     *
     * @param clock names this answer in the next heartbeat: the queue's clock, in microseconds
     * @param size how many instances are stored; a caller that knows a different number after this answer should ask for all
     * @param life how long this heartbeat counts. With more than {@value #FEW} instances, it grows with their number. So all
     *     of them together send no more heartbeats than {@value #FEW} instances do
     * @param isWhole whether {@code alive} has all live instances; otherwise, it has only those that started or changed since
     *     {@code known}
     * @param alive in no order; this instance may be among them
     * @param gone ids of instances that have stopped since then
     */
    record Membership(long clock, int size, Duration life, boolean isWhole, List<Instance> alive, Set<String> gone) {

        /** With at most this many instances, a heartbeat counts for the time that it asks for, and no longer. */
        public static final int FEW = 24;

        /** The maximum factor by which a heartbeat counts longer, however many instances there are. */
        public static final int MOST_STRETCH = 100;

        /** How long a caller may send no heartbeat and still get only changes instead of all instances. */
        public static final Duration KEPT_CHANGES = Duration.ofMinutes(15);

        public Membership {
            alive = List.copyOf(alive);
            gone = Set.copyOf(gone);
        }
    }

    /**
     * An instance of an application that dispatches.
     *
     * @param application its display name; may be empty
     * @param format the newest message format that it reads
     * @param age how long ago it sent its first heartbeat
     * @param left how much longer it counts as alive without another heartbeat
     */
    record Instance(String id, String application, int format, Duration age, Duration left) {

        /** Minimum age before an instance owns shards while older instances exist: a new JVM is slow. */
        private static final Duration MATURE = Duration.ofSeconds(10);

        /** Whether it is old enough for an even share of shards. */
        public boolean isMature() {
            return age.compareTo(MATURE) >= 0;
        }

        /** How long until it is mature; zero if it is. */
        public Duration untilMature() {
            return isMature() ? Duration.ZERO : MATURE.minus(age);
        }
    }
}
