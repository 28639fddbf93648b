package org.delay.redisson.engine.admission;

import java.time.Duration;
import org.delay.redisson.engine.report.DeferralReason;

/** Whether messages of a topic may be claimed from a shard now; if not, why not and for how long. */
public sealed interface Admission {

    /**
     * They may be claimed.
     *
     * @param probe whether this delivery is to find out if the destination is available, so that few messages are claimed
     * @param most the maximum number of messages that may be claimed
     * @param permit to be closed when the claimed messages were handled, or nothing was claimed
     */
    record Granted(boolean probe, int most, Permit permit) implements Admission {

        /** Granted without a condition: there is nothing to give back. */
        public static final Granted FREELY = new Granted(false, () -> {});

        /** Granted for any number of messages. */
        public Granted(boolean probe, Permit permit) {
            this(probe, Integer.MAX_VALUE, permit);
        }
    }

    /**
     * They may not be claimed, and the topic is to be deferred.
     *
     * @param time for how long, unless the topic is recalled before
     * @param offered how long it was offered to other instances; then it is deferred only if none of them claimed from it.
     *     Zero if it was not offered
     */
    record Deferred(Stop stop, Duration time, Duration offered) implements Admission {}

    /**
     * They may not be claimed here, but another instance may be able to: the topic is to stay due.
     *
     * @param time for how long
     */
    record Offered(Stop stop, Duration time) implements Admission {}

    /** What stops a topic. */
    interface Stop {

        /** Why messages of the topic may not be claimed. */
        DeferralReason reason();
    }

    /** What was granted. Closing it gives it back; closing it again does nothing. */
    @FunctionalInterface
    interface Permit extends AutoCloseable {

        @Override
        void close();
    }
}
