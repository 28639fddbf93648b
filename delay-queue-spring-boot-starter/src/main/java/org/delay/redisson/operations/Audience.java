package org.delay.redisson.operations;

import java.util.Set;

/** Which callers have a permission. */
@FunctionalInterface
public interface Audience {

    /** No caller. */
    Audience NOBODY = caller -> false;

    /** Every caller, known or not. */
    Audience EVERYBODY = caller -> true;

    /** Every caller whom the application knows. */
    Audience AUTHENTICATED = Caller::isAuthenticated;

    /** Whether it includes the caller. */
    boolean includes(Caller caller);

    /** The callers who have at least one of the roles. */
    static Audience ofRoles(Set<String> roles) {
        Set<String> wanted = Set.copyOf(roles);
        return caller -> caller.isAuthenticated() && wanted.stream().anyMatch(caller::hasRole);
    }
}
