package org.delay.redisson.operations;

/** The journal's database does not answer. Nothing was changed. */
public final class JournalUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    JournalUnavailable(Throwable cause) {
        super("The journal's database does not answer (" + cause.getClass().getSimpleName() + ")", cause);
    }
}
