package org.delay.redisson.engine.report;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one destination is, as one engine knows it.
 *
 * @param name as {@link org.delay.redisson.engine.policy.TopicRule#destination()} gives it
 * @param unavailableFor for how long none of its topics could be delivered, or null if at least one can be
 * @param reason why it is unavailable, in one line; empty while it is available
 * @param waitingTopics how many topics can't be delivered, or wait until they may be tried
 */
public record DestinationStatus(String name, @Nullable Duration unavailableFor, String reason, int waitingTopics) {

    /** Whether messages of at least one topic can be delivered, as far as is known. */
    public boolean isAvailable() {
        return unavailableFor == null;
    }
}
