package org.delay.redisson.reliability.composed;

import java.nio.file.Path;
import java.util.Locale;

/**
 * A promise that was not kept.
 *
 * @param what which one: a composition is made smaller only while the same is broken
 */
record Finding(What what, String text) {

    /** What can be broken. */
    enum What {
        LOST("accepted, and neither delivered nor there"),
        EARLY("delivered before it was due"),
        GARBLED("delivered with another body than was sent"),
        CANCELLED_AND_DELIVERED("delivered after CANCELLED"),
        MOVED_AND_DELIVERED("delivered at its old time after RESCHEDULED"),
        REPLACED_AND_DELIVERED("delivered with its old body after a later one was accepted"),
        UNTRUE_ANSWER("an answer that can't be true"),
        UNDOCUMENTED_ERROR("a call that failed with what is not documented"),
        DEAD_WITHOUT_CAUSE("a dead letter without a cause"),
        ATTEMPT_WITHOUT_FAILURE("an attempt used up without a failure of the message's own"),
        FAILURE_WITHOUT_ATTEMPT("a failure of the message's own that used up no attempt"),
        PERMANENT_TRIED_AGAIN("tried again after what can't be repaired"),
        LATE("a healthy topic's message is late"),
        STUCK("not done long after all faults have ended"),
        HANGING_CALL("a call that does not end in its time"),
        FLOOD("a flood in the log"),
        LEFT_BEHIND("threads, keys or leases that are left");

        private final String text;

        What(String text) {
            this.text = text;
        }
    }

    /** This finding, with the place of the journals and of the logs of instances in JVMs of their own. */
    Finding withLogs(Path directory) {
        return new Finding(what, text + " (journals and logs: " + directory + ")");
    }

    static Finding of(What what, String format, Object... arguments) {
        return new Finding(what, String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public String toString() {
        return what + " (" + what.text + "): " + text;
    }
}
