package org.delay.redisson.operations;

import java.time.Duration;
import java.util.Set;
import org.delay.redisson.Load;

/**
 * What falls due, of one topic or of all that the caller may see. Immutable.
 *
 * @param unread topics that could not be counted, and are missing
 * @param age how long ago it was counted
 */
public record LoadView(Load load, Set<String> unread, Duration age) {

    public LoadView {
        unread = Set.copyOf(unread);
    }
}
