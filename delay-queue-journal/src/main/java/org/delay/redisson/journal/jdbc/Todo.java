package org.delay.redisson.journal.jdbc;

/** The values of the column {@code todo}: what is to be done with a row, at its time {@code look_at}. */
final class Todo {

    /** Redis must be told of the current revision. */
    static final String RELAY = "R";

    /** Look whether Redis still has the message. */
    static final String AUDIT = "A";

    /** Nothing is left to do but to delete the row. */
    static final String PURGE = "P";

    /** A {@code look_at} that never comes. */
    static final long NEVER = 9_000_000_000_000_000L;

    private Todo() {}
}
