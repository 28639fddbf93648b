package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/** Who asks, as the application's security knows them. */
public interface Caller {

    /** Who it is, for the log; null if the application does not know. */
    default @Nullable String name() {
        return null;
    }

    /** Whether the application knows who this is. */
    boolean isAuthenticated();

    /** Whether the caller has a role or authority of this name. */
    boolean hasRole(String role);
}
