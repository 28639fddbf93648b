package org.delay.redisson.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages with one key. Immutable.
 *
 * @param examined how many messages were looked at for this page
 * @param next the cursor with which the search goes on, or null at its end
 */
public record KeyPage(
        List<MessageView> messages, long examined, @Nullable String next) {

    public KeyPage {
        messages = List.copyOf(messages);
    }
}
