package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/** The topics can't be listed or counted now. Messages are not affected; ask again later. */
public final class TopicsUnavailable extends RuntimeException {

    TopicsUnavailable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
