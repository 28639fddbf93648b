package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/** The topics can't be listed or counted now. Messages are not affected; ask again later. */
public final class TopicsUnavailable extends RuntimeException {

    TopicsUnavailable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** There is no reading of the topics. Right after a start with very many topics, the first one takes seconds. */
    static TopicsUnavailable unread() {
        return new TopicsUnavailable(
                "The topics have not been counted yet, or can't be counted now; ask again in a few seconds", null);
    }
}
