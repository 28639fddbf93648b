package org.delay.redisson.listener;

import org.jspecify.annotations.Nullable;

/** A {@link DelayQueueListener} method that can't work. Says what is wrong and what to do, for a failure analysis. */
public final class InvalidListenerException extends RuntimeException {

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
    public String description() {
        return description;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
