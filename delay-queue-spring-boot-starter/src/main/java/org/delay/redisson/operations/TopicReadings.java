package org.delay.redisson.operations;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.delay.redisson.DelayQueueMessage.Counts;

/**
 * How many messages each topic has, for everybody who asks often: gauges, health and people. All of them share one reading,
 * so the number of those who ask does not matter to Redis. Safe for use by many threads.
 */
public interface TopicReadings {

    /**
     * The latest reading. If it is old, begins another one and waits for it up to {@code patience}; nobody else waits then.
     * For meters and health, which rather take an old reading than wait.
     *
     * @return empty if there is no reading yet, or the last attempt failed
     */
    Optional<Reading> latest(Duration patience);

    /**
     * A reading for a person. Also waits, up to {@code patience}, for a reading that somebody else began, and tries again if
     * the last attempt failed.
     *
     * @return as {@link #latest}
     */
    Optional<Reading> current(Duration patience);

    /**
     * All topics at one time.
     *
     * @param counts by topic, in order of their names
     * @param paused the topics that are paused
     * @param unread the topics that could not be counted while others could
     * @param nanoTime when the reading began, by {@link System#nanoTime()}
     */
    record Reading(Map<String, Counts> counts, Set<String> paused, Set<String> unread, long nanoTime) {

        public Reading {
            counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
            paused = Collections.unmodifiableSet(new TreeSet<>(paused));
            unread = Collections.unmodifiableSet(new TreeSet<>(unread));
        }

        /** How long ago the reading began. */
        public Duration age() {
            return Duration.ofNanos(System.nanoTime() - nanoTime);
        }
    }
}
