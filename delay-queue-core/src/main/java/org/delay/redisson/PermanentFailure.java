package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link DelayQueueMessageConsumer#processMessages}, or a cause in a {@link PartialFailure}: no later attempt
 * can help, so the message becomes a dead letter at once.
 */
public class PermanentFailure extends RuntimeException {

    public PermanentFailure(String message) {
        this(message, null);
    }

    public PermanentFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
