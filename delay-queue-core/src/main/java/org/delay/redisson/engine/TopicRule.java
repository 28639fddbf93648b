package org.delay.redisson.engine;

import org.jspecify.annotations.Nullable;

/**
 * What holds for one topic. Immutable.
 *
 * @param retry when its failed messages are tried again, or null for what the engine's settings say
 * @param bound how many calls of the consumer it may take up, or null for as many as there are workers
 */
public record TopicRule(
        @Nullable RetryPolicy retry, @Nullable Bound bound) {

    /** As the engine's settings say. */
    public static final TopicRule PLAIN = new TopicRule(null, null);

    /**
     * How many calls of the consumer run at the same time, in this engine.
     *
     * @param name topics whose bounds have the same name share it
     * @param calls the most calls, at least 1; a call that was interrupted and did not come back counts
     */
    public record Bound(String name, int calls) {

        /** Checks the rule, and throws {@link IllegalArgumentException} naming the field and its value. */
        public Bound {
            Checks.range("calls", calls, 1, Integer.MAX_VALUE);
        }
    }
}
