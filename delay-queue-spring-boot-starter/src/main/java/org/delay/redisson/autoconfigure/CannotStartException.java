package org.delay.redisson.autoconfigure;

import org.jspecify.annotations.Nullable;

/** The application can't start as it is configured. Carries both halves of a failure analysis. */
final class CannotStartException extends RuntimeException {

    private final String description;
    private final String action;

    /**
     * @param description what happened, in whole sentences
     * @param action what to do about it, naming beans and properties
     */
    CannotStartException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    CannotStartException(String description, String action) {
        this(description, action, null);
    }

    String description() {
        return description;
    }

    String action() {
        return action;
    }
}
