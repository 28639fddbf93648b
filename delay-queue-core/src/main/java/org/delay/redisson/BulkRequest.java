package org.delay.redisson;

import org.jspecify.annotations.Nullable;

/**
 * What a bulk task is asked to do. Immutable.
 *
 * @param filter which dead letters. Those that die after the task began are left alone
 * @param perSecond the maximum number of dead letters that it changes in a second, 1 to {@value #MAX_RATE}
 * @param user who asked for it, or null if that is not known; at most 200 characters
 */
public record BulkRequest(
        Change change,
        DeadLetterFilter filter,
        int perSecond,
        @Nullable String user) {

    /** The highest rate. */
    public static final int MAX_RATE = 1_000_000;

    private static final int MAX_USER_LENGTH = 200;

    /**
     * Checks all values. A longer name is shortened.
     *
     * @throws IllegalArgumentException naming the argument and its value, if a rule is broken
     */
    public BulkRequest {
        Checks.given("change", change);
        Checks.given("filter", filter);
        Checks.range("perSecond", perSecond, 1, MAX_RATE);
        user = user == null || user.length() <= MAX_USER_LENGTH ? user : user.substring(0, MAX_USER_LENGTH);
    }

    /** What is done to each dead letter. */
    public enum Change {
        /** It is made due now, as by {@link AdminOperations#redrive}. */
        REDRIVE,
        /** It is deleted. */
        DELETE
    }
}
