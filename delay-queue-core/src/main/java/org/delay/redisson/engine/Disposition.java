package org.delay.redisson.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is to become of a message that was claimed. */
sealed interface Disposition {

    /** The one answer without anything to say. */
    Done DONE = new Done();

    /** Acked. */
    record Done() implements Disposition {}

    /** Retried, with one more failure counted. */
    record TryAgain(Duration delay, boolean mayStillArrive, Throwable cause) implements Disposition {}

    /** Handed back, with nothing counted. */
    record Release(Duration delay, boolean mayStillArrive) implements Disposition {

        /** Nobody has begun with it. */
        static final Release UNTOUCHED = new Release(Duration.ZERO, false);

        /** Somebody was at work on it. */
        static final Release BEGUN = new Release(Duration.ZERO, true);
    }

    /** Given up: a dead letter. */
    record Bury(
            String error, boolean mayStillArrive, @Nullable Throwable cause) implements Disposition {}
}
