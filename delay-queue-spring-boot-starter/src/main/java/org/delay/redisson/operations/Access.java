package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/** What one caller may do. Safe for use by many threads. */
@FunctionalInterface
public interface Access {

    /** In the place of a topic for what concerns all of them, such as the number of shards. No topic has this name. */
    String ALL_TOPICS = "*";

    /** Everything. */
    Access FULL = (permission, topic) -> true;

    /** Seeing counts and masked messages. */
    Access READ_ONLY = (permission, topic) -> permission == Permission.VIEW;

    /** Everything, for a user whose name is logged. */
    static Access full(@Nullable String user) {
        return new Access() {
            @Override
            public boolean may(Permission permission, String topic) {
                return true;
            }

            @Override
            public @Nullable String user() {
                return user;
            }
        };
    }

    /** The caller's name for the log of operations; null if it is not known. */
    default @Nullable String user() {
        return null;
    }

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
