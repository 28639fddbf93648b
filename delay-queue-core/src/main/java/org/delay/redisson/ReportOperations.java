package org.delay.redisson;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;

/**
 * What people ask of many messages at once: what falls due when, why dead letters died, and who has a key. Nothing is changed.
 * Threads and exceptions are those of {@link DelayQueueMessage}, which has all these calls.
 */
public interface ReportOperations {

    /** The maximum number of buckets of a load. */
    int MAX_BUCKETS = 200;

    /** The maximum number of messages that one call examines. */
    int MAX_EXAMINED = 10_000;

    /**
     * Counts the waiting messages of topics by their due time, over all shards and priorities. Messages under delivery and
     * dead letters don't count; messages of paused topics do. Exact while nothing is sent or delivered. A message that comes
     * or goes during the call may be missed, but is never counted twice within a topic's shard and bucket.
     *
     * <p>Costs O(buckets × log n) in Redis for each shard and each priority that is in use. Each script takes a few
     * milliseconds at most, however many messages there are. Topics with fewer messages than buckets cost less. The calls of
     * a hundred topics take about as long as counting them with {@link DelayQueueMessage#counts(Collection)}.
     *
     * @param topics whose messages are added up
     * @param bucket the length of a bucket, 1 s to 31 days in whole seconds. Buckets begin at whole multiples of it since the
     *     epoch: at full minutes, hours or days of UTC
     * @param buckets how many, 1 to {@value #MAX_BUCKETS}. The first has the present moment in it
     */
    Load load(Collection<String> topics, Duration bucket, int buckets);

    /**
     * Groups the dead letters of a topic by the first line of their error. Examines the oldest of each shard, shard by shard, in
     * calls of 200 letters or 2 MiB each, which take about a millisecond in Redis. So {@value #MAX_EXAMINED} letters cost 50 calls.
     *
     * @param most how many dead letters to examine, 1 to {@value #MAX_EXAMINED}. If there are more, the answer says so
     */
    DeadLetterGroups deadByError(String topic, int most);

    /**
     * Checks the arguments of {@link #load}. For implementations of the queue.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    static void checkLoad(Collection<String> topics, Duration bucket, int buckets) {
        topics.forEach(Checks::topic);
        Checks.range("bucket", bucket, Duration.ofSeconds(1), Duration.ofDays(31));
        if (!bucket.equals(bucket.truncatedTo(ChronoUnit.SECONDS))) {
            throw new IllegalArgumentException("bucket must be whole seconds, but is " + DurationText.of(bucket));
        }
        Checks.range("buckets", buckets, 1, MAX_BUCKETS);
    }
}
