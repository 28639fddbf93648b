package org.delay.redisson.operations;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is wanted.
 *
 * @param cursor null for the first page, then {@link MessagePage#next()} or {@link TopicsView#next()}
 * @param limit the maximum number of messages or topics, 1 to 1,000
 */
public record PageRequest(@Nullable String cursor, int limit) {

    private static final int DEFAULT_LIMIT = 50;

    /** A page of {@code limit} messages, or of 50 if the limit is null. */
    public static PageRequest of(@Nullable String cursor, @Nullable Integer limit) {
        return new PageRequest(cursor, limit == null ? DEFAULT_LIMIT : limit);
    }
}
