package org.delay.redisson.operations;

/** What one caller may do. Safe for use by many threads. */
@FunctionalInterface
public interface Access {

    /** Everything. */
    Access FULL = (permission, topic) -> true;

    /** Seeing counts and masked messages. */
    Access READ_ONLY = (permission, topic) -> permission == Permission.VIEW;

    /** Whether the caller may do this with the topic. */
    boolean may(Permission permission, String topic);

    /**
     * Requires that the caller may do this with the topic.
     *
     * @throws AccessDenied if the caller may not
     */
    default void require(Permission permission, String topic) {
        if (!may(permission, topic)) {
            throw new AccessDenied(permission, topic);
        }
    }
}
