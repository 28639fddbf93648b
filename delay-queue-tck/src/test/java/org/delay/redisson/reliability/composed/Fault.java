package org.delay.redisson.reliability.composed;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param at when it begins, from the beginning of the load
 * @param lasts how long
 * @param reach what it may make late
 * @param way what is done, and undone
 */
record Fault(String text, Duration at, Duration lasts, Reach reach, Way way) {

    /** Whose deliveries may be late for it. */
    enum Reach {
        NOBODY,
        KAFKA,
        ALL
    }

    /** How it is brought about. */
    interface Way {

        /** Returns how it ends. */
        Ending begin(Servers servers) throws Exception;
    }

    /** What puts it right again. */
    interface Ending {

        Ending NONE = () -> {};

        void end() throws Exception;
    }
}
