package org.delay.redisson.engine.policy;

import org.delay.redisson.Checks;
import org.jspecify.annotations.Nullable;

/**
 * What holds for one topic. Immutable.
 *
 * @param retry when its failed messages are tried again, or null for what the engine's settings say
 * @param concurrencyLimit how many calls of the consumer it may have under way, or null for as many as the engine grants a topic
 * @param destination the name of what its messages are delivered to. Each destination is available or unavailable on its own,
 *     so topics that fail together belong to one destination. The engine keeps what it learns of each, so there should be
 *     hundreds of them rather than thousands
 */
public record TopicRule(
        @Nullable RetryPolicy retry, @Nullable ConcurrencyLimit concurrencyLimit, String destination) {

    /** The destination of all topics of which nothing else is said. */
    public static final String CONSUMER = "consumer";

    /** As the engine's settings say. */
    public static final TopicRule PLAIN = new TopicRule(null, null);

    /** A rule for a topic of the {@linkplain #CONSUMER only} destination. */
    public TopicRule(@Nullable RetryPolicy retry, @Nullable ConcurrencyLimit concurrencyLimit) {
        this(retry, concurrencyLimit, CONSUMER);
    }

    /** This rule for another destination. */
    public TopicRule withDestination(String value) {
        return new TopicRule(retry, concurrencyLimit, value);
    }

    /**
     * How many calls of the consumer run at the same time, in this engine.
     *
     * @param name topics whose limits have the same name share it
     * @param calls the most calls, at least 1; a call that was interrupted and did not come back counts
     */
    public record ConcurrencyLimit(String name, int calls) {

        /** Checks the rule, and throws {@link IllegalArgumentException} naming the field and its value. */
        public ConcurrencyLimit {
            Checks.range("calls", calls, 1, Integer.MAX_VALUE);
        }
    }
}
