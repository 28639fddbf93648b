package org.delay.redisson.engine.settle;

import java.util.Collection;
import java.util.List;
import lombok.extern.slf4j.Slf4j;
import org.delay.redisson.PartialFailure;
import org.jspecify.annotations.Nullable;

/**
 * Which messages a delivery that threw has failed: those that a {@link PartialFailure} names, else all. Immutable.
 *
 * @param thrown what the consumer threw
 * @param partial what it meant by that, or null if it meant all of them
 */
@Slf4j
public record FailedMessages(Throwable thrown, @Nullable PartialFailure partial) {

    /**
     * Reads what was thrown. A failure of part of them that names none of them is a mistake, and a failure of all.
     *
     * @param ids of the messages that were delivered together
     */
    public static FailedMessages of(Throwable thrown, Collection<String> ids) {
        if (!(FailureClassifier.meaning(thrown) instanceof PartialFailure named)) {
            return new FailedMessages(thrown, null);
        }
        List<String> strange =
                named.causes().keySet().stream().filter(id -> !ids.contains(id)).toList();
        if (!strange.isEmpty()) {
            log.warn(
                    "A PartialFailure names messages that are not in its batch: {}. {}",
                    strange.stream().limit(5).toList(),
                    strange.size() < named.causes().size()
                            ? "The other messages that it names count as failed"
                            : "All messages of the batch count as failed");
        }
        return new FailedMessages(
                thrown, strange.isEmpty() || strange.size() < named.causes().size() ? named : null);
    }

    /** Why this message has failed, or null if it has not. */
    public @Nullable Throwable cause(String id) {
        return partial == null ? thrown : partial.causes().get(id);
    }
}
