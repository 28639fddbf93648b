package org.delay.redisson.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of messages.
 *
 * @param next the cursor of the next page, or null after the last
 */
public record MessagePage(
        List<MessageView> messages, @Nullable String next) {

    public MessagePage {
        messages = List.copyOf(messages);
    }
}
