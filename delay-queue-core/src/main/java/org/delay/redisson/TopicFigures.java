package org.delay.redisson;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What happened to the messages of a topic in some time. Immutable. Figures of several minutes, instances or topics can be added.
 *
 * @param delivered messages that were delivered
 * @param failed deliveries that failed, and are tried again
 * @param dead messages that became dead letters
 * @param lateness how many first deliveries ended late by at most each of {@link #BOUNDS}, and by more than the one before.
 *     The last number counts those that were later than all of them
 */
public record TopicFigures(long delivered, long failed, long dead, List<Long> lateness) {

    /** The upper bound of each number of {@code lateness} but the last. */
    public static final List<Duration> BOUNDS = List.of(
            Duration.ofMillis(5),
            Duration.ofMillis(10),
            Duration.ofMillis(25),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofHours(1));

    /** Nothing happened. */
    public static final TopicFigures NONE = new TopicFigures(0, 0, 0, Collections.nCopies(BOUNDS.size() + 1, 0L));

    /**
     * Checks the number of buckets.
     *
     * @throws IllegalArgumentException if there is not one for each bound and one more
     */
    public TopicFigures {
        lateness = List.copyOf(lateness);
        Checks.range("lateness.size", lateness.size(), BOUNDS.size() + 1, BOUNDS.size() + 1);
    }

    /** The index in {@code lateness} of a delivery that was late by this much. */
    public static int bucketOf(Duration lateness) {
        int index = 0;
        while (index < BOUNDS.size() && lateness.compareTo(BOUNDS.get(index)) > 0) {
            index++;
        }
        return index;
    }

    /** The sum of both. */
    public TopicFigures plus(TopicFigures other) {
        List<Long> sum = IntStream.range(0, lateness.size())
                .mapToObj(i -> lateness.get(i) + other.lateness.get(i))
                .toList();
        return new TopicFigures(delivered + other.delivered, failed + other.failed, dead + other.dead, sum);
    }

    /** All that happened. */
    public long activity() {
        return delivered + failed + dead;
    }

    /**
     * Estimates the lateness that a part of first deliveries did not exceed, between the bounds of its bucket.
     *
     * @param quantile 0.5 for the median, 0.99 for all but one in a hundred
     * @return empty without first deliveries. If it is more than the last of {@link #BOUNDS}, that bound
     */
    public Optional<Duration> lateness(double quantile) {
        long all = lateness.stream().mapToLong(Long::longValue).sum();
        double wanted = quantile * all;
        long below = 0;
        for (int i = 0; i < BOUNDS.size(); i++) {
            long here = lateness.get(i);
            if (here > 0 && below + here >= wanted) {
                long from = i == 0 ? 0 : BOUNDS.get(i - 1).toNanos();
                double part = Math.max(0, wanted - below) / here;
                return Optional.of(
                        Duration.ofNanos(from + (long) (part * (BOUNDS.get(i).toNanos() - from))));
            }
            below += here;
        }
        return all == 0 ? Optional.empty() : Optional.of(BOUNDS.get(BOUNDS.size() - 1));
    }
}
