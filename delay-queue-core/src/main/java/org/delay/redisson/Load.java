package org.delay.redisson;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When waiting messages fall due. Immutable.
 *
 * @param now the time of Redis's clock that divides overdue messages from others
 * @param from when the first bucket begins; not after {@code now}
 * @param bucket the length of each bucket
 * @param overdue messages that are due at {@code now} or before
 * @param buckets messages that fall due in each bucket. Those of the first that are due already are overdue instead
 * @param later messages that fall due after the last bucket
 */
public record Load(Instant now, Instant from, Duration bucket, long overdue, List<Long> buckets, long later) {

    public Load {
        buckets = List.copyOf(buckets);
    }

    /** When a bucket begins. The first has index 0. */
    public Instant start(int index) {
        return from.plus(bucket.multipliedBy(index));
    }

    /** All waiting messages. */
    public long total() {
        return overdue + buckets.stream().mapToLong(Long::longValue).sum() + later;
    }
}
