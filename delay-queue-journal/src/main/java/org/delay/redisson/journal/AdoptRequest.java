package org.delay.redisson.journal;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.delay.redisson.Checks;

/**
 * Which messages to take in from Redis. Immutable.
 *
 * @param topics those that are not recorded are skipped
 * @param perSecond the most messages to look at each second, 1 or more
 * @param dryRun whether only to count
 */
public record AdoptRequest(Set<String> topics, int perSecond, boolean dryRun) {

    /**
     * Checks all values.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public AdoptRequest {
        topics.forEach(Checks::topic);
        topics = Set.copyOf(topics);
        Checks.range("perSecond", perSecond, 1, Integer.MAX_VALUE);
    }

    /** All messages of these topics. */
    public static AdoptRequest of(Collection<String> topics) {
        return new AdoptRequest(new TreeSet<>(topics), 5_000, false);
    }

    /** As this, at another rate. */
    public AdoptRequest withPerSecond(int perSecond) {
        return new AdoptRequest(topics, perSecond, dryRun);
    }

    /** As this, or only to count. */
    public AdoptRequest withDryRun(boolean dryRun) {
        return new AdoptRequest(topics, perSecond, dryRun);
    }
}
