package org.delay.redisson.engine;

import java.util.Collection;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/**
 * Which messages a delivery that threw has failed: those that a {@link PartialFailure} names, else all. Immutable.
 *
 * @param thrown what the consumer threw
 * @param partial what it meant by that, or null if it meant all of them
 */
public record FailedMessages(Throwable thrown, @Nullable PartialFailure partial) {

    /**
     * Reads what was thrown. A failure of part of them that names none of them is a mistake, and a failure of all.
     *
     * @param ids of the messages that were delivered together
     */
    public static FailedMessages of(Throwable thrown, Collection<String> ids) {
        if (Triage.meaning(thrown) instanceof PartialFailure named
                && (named.causes().isEmpty()
                        || ids.stream().anyMatch(id -> named.causes().containsKey(id)))) {
            return new FailedMessages(thrown, named);
        }
        return new FailedMessages(thrown, null);
    }

    /** Why this message has failed, or null if it has not. */
    public @Nullable Throwable cause(String id) {
        return partial == null ? thrown : partial.causes().get(id);
    }
}
