package org.delay.redisson;

import java.util.List;
import org.delay.redisson.DelayQueueMessage.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Messages with one key. Immutable.
 *
 * @param messages those that were found by this call; at most 100
 * @param examined how many messages this call examined
 * @param next the cursor with which the search goes on, or null at its end
 */
public record KeyMatches(
        List<StoredMessage> messages,
        long examined,
        @Nullable String next) {

    public KeyMatches {
        messages = List.copyOf(messages);
    }
}
