package org.delay.redisson.engine;

import java.time.Duration;

/** Whether messages of a topic may be claimed now. */
sealed interface Admission {

    /**
     * They may.
     *
     * @param probe whether this is to find out if they can be delivered, so that few are to be claimed
     * @param permit to be closed when what was claimed has been handled, or nothing was claimed
     */
    record Granted(boolean probe, Permit permit) implements Admission {}

    /**
     * They may not, and the topic is to be left alone.
     *
     * @param gate which is in the way
     * @param time for how long, unless the gate brings the topic forward before
     * @param offer how long the topic stays due before, for other instances that may serve it
     */
    record Deferred(Gate gate, Duration time, Duration offer) implements Admission {}

    /** Ends what was granted. Closing it again does nothing. */
    @FunctionalInterface
    interface Permit extends AutoCloseable {

        /** Nothing is to be ended. */
        Permit NONE = () -> {};

        @Override
        void close();
    }
}
