package org.delay.redisson.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is to become of a message that was claimed. */
sealed interface Verdict {

    /** The one answer without anything to say. */
    Done DONE = new Done();

    /** Acked. */
    record Done() implements Verdict {}

    /** Retried, with one more failure counted. */
    record TryAgain(Duration delay, boolean mayStillArrive, Throwable cause) implements Verdict {}

    /** Handed back, with nothing counted. */
    record HandBack(Duration delay, boolean mayStillArrive) implements Verdict {

        /** Nobody has begun with it. */
        static final HandBack UNTOUCHED = new HandBack(Duration.ZERO, false);

        /** Somebody was at work on it. */
        static final HandBack BEGUN = new HandBack(Duration.ZERO, true);
    }

    /** Given up: a dead letter. */
    record Bury(
            String error, boolean mayStillArrive, @Nullable Throwable cause) implements Verdict {}
}
