package org.delay.redisson.listener;

import org.jspecify.annotations.Nullable;

/** A {@link DelayQueueListener} method that can't work. Says what is wrong and what to do, for a failure analysis. */
final class InvalidListenerException extends RuntimeException {

    private final String description;
    private final String action;

    InvalidListenerException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    InvalidListenerException(String description, String action) {
        this(description, action, null);
    }

    /** What is wrong, in whole sentences. */
    String description() {
        return description;
    }

    /** What to do about it. */
    String action() {
        return action;
    }
}
