package org.delay.redisson.operations;

/** Who asks, as the application's security knows them. */
public interface Caller {

    /** Whether the application knows who this is. */
    boolean isAuthenticated();

    /** Whether the caller has a role or authority of this name. */
    boolean hasRole(String role);
}
