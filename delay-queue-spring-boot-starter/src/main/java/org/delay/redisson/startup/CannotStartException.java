package org.delay.redisson.startup;

import org.jspecify.annotations.Nullable;

/**
 * The application can't start as it is configured. Carries both halves of a failure analysis.
 *
 * <p>Public for this library's own packages only; it may change.
 */
public final class CannotStartException extends RuntimeException {

    private final String description;
    private final String action;

    /**
     * Says what is wrong and what to do.
     *
     * @param description what happened, in whole sentences
     * @param action what to do about it, naming beans and properties
     */
    public CannotStartException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    /** As {@link #CannotStartException(String, String, Throwable)}, without a cause. */
    public CannotStartException(String description, String action) {
        this(description, action, null);
    }

    String description() {
        return description;
    }

    String action() {
        return action;
    }
}
