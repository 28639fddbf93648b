package org.delay.redisson.operations;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A restore or another long operation of this instance, as it is now. Immutable.
 *
 * @param request what was asked for
 * @param user who asked for it, or null if that is not known
 * @param report what it has found and done so far; null before its first page
 * @param failure why it failed, or null
 */
public record JournalTask(
        String operation,
        Object request,
        @Nullable String user,
        Instant startedAt,
        Duration took,
        State state,
        @Nullable Object report,
        @Nullable String failure) {

    /** How far it is. */
    public enum State {
        /** It goes on. */
        RUNNING,
        /** It has seen all messages. */
        DONE,
        /** Somebody stopped it. It can be repeated: what is done is left alone. */
        STOPPED,
        /** It broke off. It can be repeated. */
        FAILED
    }
}
